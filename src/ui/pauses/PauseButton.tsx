import { useState } from 'react';
import { lazily } from '../controls/lazily.tsx';
import styles from '../views/StatusLine.module.css';

const PausesDialog = lazily<{ readonly onClose: () => void }>(
  async () => (await import('./PausesDialog.tsx')).PausesDialog,
);

/** Opens the conditions at which playing pauses. */
export function PauseButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.when} onClick={() => setOpen(true)}>
        Pause when…
      </button>
      {isOpen && <PausesDialog onClose={() => setOpen(false)} />}
    </>
  );
}
