import { useState } from 'react';
import { NO_NETWORK } from '../../engine/defaultSetup.ts';
import { EngineStopped } from '../../engine/errors.ts';
import { download } from '../controls/download.ts';
import { Icon } from '../controls/Icon.tsx';
import { useLink, usePageStore } from '../hooks.ts';
import { DOWNLOAD } from '../icons.ts';
import styles from './Bar.module.css';

/** Writes the run document; meanwhile it shows the progress and can be cancelled. */
export function ExportButton() {
  const link = useLink();
  const store = usePageStore();
  const [part, setPart] = useState<number | null>(null);
  const exportRun = async () => {
    const { run, notify } = store.getState();
    if (!run) return;
    setPart(0);
    let ended = false;
    // Progress has a port of its own, and may come after the document.
    const progress = (done: number) => {
      if (!ended) setPart(done);
    };
    try {
      const { parts, round } = await link.exportRun(progress);
      const { model, network, seed } = run.setup;
      const made = network === NO_NETWORK ? model : `${model}-${network}`;
      const name = `statescope-${made}-seed${seed}-round${round}.json`;
      download(name, parts as unknown as BlobPart[], 'application/json');
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (message !== 'cancelled' && !(error instanceof EngineStopped))
        notify('error', `The document could not be written: ${message}`);
    }
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
      onClick={() => void exportRun()}
    >
      <Icon outline={DOWNLOAD} size={15} className={styles.icon} />
      <span className={styles.word}>Export JSON</span>
    </button>
  );
}
