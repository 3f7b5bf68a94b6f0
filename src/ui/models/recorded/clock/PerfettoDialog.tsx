import { useState } from 'react';
import type { TraceForm } from '../../../../workers/protocol/api.ts';
import { Dialog } from '../../../controls/Dialog.tsx';
import { focusFirst } from '../../../controls/focusFirst.ts';
import { useCommands, usePage, usePageStore } from '../../../hooks/hooks.ts';
import styles from '../../../views/setup/LeaveDialog.module.css';
import { exportPerfettoTrace } from './exportPerfettoTrace.ts';

/** The question before the recorded steps become a file for Perfetto and Chrome: with or without the texts of the traces. */
export function PerfettoDialog({ onClose }: { readonly onClose: () => void }) {
  const store = usePageStore();
  const commands = useCommands();
  const isRedacted = usePage(({ run }) => run?.setup.parameters.redact === true);
  const [isBusy, setBusy] = useState(false);
  const write = async (form: TraceForm) => {
    setBusy(true);
    if (await exportPerfettoTrace({ store, commands }, form)) onClose();
    else setBusy(false);
  };
  return (
    <Dialog title="Trace for Perfetto and Chrome" onClose={onClose}>
      <p>
        Tools, times, tokens, known prices, outcomes, loops and the guard’s decisions of all recorded steps: a
        process a case, a thread an agent. Steps without a time are left out and counted at the end.
      </p>
      <p>
        {isRedacted
          ? 'The set-up hides the texts of the traces: none is in it.'
          : 'Messages, arguments, results and errors may hold what is private: they are in it only if you choose so.'}
      </p>
      <p className={styles.choices}>
        <button
          ref={focusFirst}
          type="button"
          className={styles.stay}
          disabled={isBusy}
          onClick={() => void write('perfetto')}
        >
          Download without texts
        </button>
        {!isRedacted && (
          <button type="button" disabled={isBusy} onClick={() => void write('perfetto_texts')}>
            Download with texts
          </button>
        )}
      </p>
    </Dialog>
  );
}
