import { useState } from 'react';
import { Dialog } from '../../../controls/Dialog.tsx';
import { useLink, usePage, usePageStore } from '../../../hooks/hooks.ts';
import { isRecordedModel } from '../../../model/looks.ts';
import styles from '../Compare.module.css';
import { OtherSet } from './OtherSet.tsx';
import { VariantForm } from './VariantForm.tsx';

/** Chooses the run to compare with: this one with one thing otherwise, or a run document. */
export function CompareDialog() {
  const store = usePageStore();
  const link = useLink();
  const recorded = usePage(({ run }) => run !== null && isRecordedModel(run.setup.model));
  const close = () => store.getState().arrange({ isComparing: false });
  const [isBusy, setBusy] = useState(false);
  const compared = async (comparing: Promise<boolean>) => {
    setBusy(true);
    if (await comparing) close();
    setBusy(false);
  };
  return (
    <Dialog title="Compare this run" onClose={close}>
      <p>
        {recorded
          ? 'A second set beside this one, which stays as it is: outcomes, costs, loops, states and moves with intervals, and the tasks that ended otherwise.'
          : 'Another run is played beside this one, which stays as it is: both on one axis, what differs, and who parts first, when and why.'}
      </p>
      {recorded ? (
        <OtherSet isBusy={isBusy} onCompare={comparing => void compared(comparing)} />
      ) : (
        <VariantForm isBusy={isBusy} onCompare={comparing => void compared(comparing)} />
      )}
      <h3>{recorded ? 'With a run document' : 'With a recorded run'}</h3>
      <p>
        <label className={styles.file}>
          a run document of this model, such as one that Export has written{' '}
          <input
            type="file"
            accept=".json,application/json"
            disabled={isBusy}
            onChange={event => {
              const file = event.target.files?.[0];
              if (file) void compared(link.compareFile(file));
            }}
          />
        </label>
      </p>
    </Dialog>
  );
}
