import { useState } from 'react';
import { notLoaded } from '../../engine/errors.ts';
import { Icon } from '../controls/Icon.tsx';
import { soon } from '../controls/soon.ts';
import { useLink, usePageStore } from '../hooks.ts';
import { DOWNLOAD } from '../icons.ts';
import { messageOf } from '../words/messages.ts';
import styles from './Bar.module.css';

const loadExport = soon(() => import('../link/exportRun.ts').catch(notLoaded('the export')));

/** Writes the run document; meanwhile it shows the progress and can be cancelled. */
export function ExportButton() {
  const link = useLink();
  const store = usePageStore();
  const [part, setPart] = useState<number | null>(null);
  const start = async () => {
    const { run, notify } = store.getState();
    if (!run) return;
    setPart(0);
    let ended = false;
    // Progress has a port of its own, and may come after the document.
    const progress = (done: number) => {
      if (!ended) setPart(done);
    };
    await loadExport()
      .then(({ exportRun }) => exportRun(store, link, progress))
      .catch(error => notify('error', messageOf(error)));
    ended = true;
    setPart(null);
  };
  if (part !== null)
    return (
      <span className={styles.exporting}>
        <progress aria-label="Export" max={1} value={part} />
        <button type="button" onClick={() => void link.cancelExport()}>
          Cancel
        </button>
      </span>
    );
  return (
    <button
      type="button"
      aria-label="Export JSON"
      title="the whole run as one JSON document"
      onClick={() => void start()}
    >
      <Icon outline={DOWNLOAD} size={15} className={styles.icon} />
      <span className={styles.word}>Export</span>
    </button>
  );
}
