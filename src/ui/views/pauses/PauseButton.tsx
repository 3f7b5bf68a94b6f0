import { createLazyView } from '../../controls/createLazyView.tsx';
import { usePage, usePageStore } from '../../hooks/hooks.ts';
import styles from '../bar/StatusLine.module.css';

const PausesDialog = createLazyView<{ readonly onClose: () => void }>(
  async () => (await import('./PausesDialog.tsx')).PausesDialog,
);

/** Opens the conditions at which playing pauses. */
export function PauseButton() {
  const store = usePageStore();
  const isOpen = usePage(state => state.showsPauses);
  const show = (isShown: boolean) => store.getState().showPauses(isShown);
  return (
    <>
      <button type="button" className={styles.when} onClick={() => show(true)}>
        Pause when…
      </button>
      {isOpen && <PausesDialog onClose={() => show(false)} />}
    </>
  );
}
