import { type MouseEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { notLoaded } from '../../engine/errors.ts';
import type { DocumentForm } from '../../workers/api.ts';
import { Icon } from '../controls/Icon.tsx';
import { lazily } from '../controls/lazily.tsx';
import { soon } from '../controls/soon.ts';
import { useLink, usePageStore } from '../hooks.ts';
import { DOWNLOAD } from '../icons.ts';
import { isStopped, messageOf } from '../words/messages.ts';
import styles from './Bar.module.css';

const loadExport = soon(() => import('../link/exportRun.ts').catch(notLoaded('the export')));
const ExportDialog = lazily(async () => (await import('./ExportDialog.tsx')).ExportDialog);

/** Bytes from which the form is asked for, with what each takes. */
const ASKED = 20_000_000;

type Sizes = Readonly<Record<DocumentForm, number>>;

/** Writes the run document; a large one, or with Shift, in a form that is chosen. Meanwhile it shows the progress and can be cancelled. */
export function ExportButton() {
  const link = useLink();
  const store = usePageStore();
  const [part, setPart] = useState<number | null>(null);
  const [sizes, setSizes] = useState<Sizes | null>(null);
  const write = async (form: DocumentForm, size: number) => {
    setSizes(null);
    setPart(0);
    let ended = false;
    // Progress has a port of its own, and may come after the document.
    const progress = (done: number) => {
      if (!ended) setPart(done);
    };
    await loadExport()
      .then(({ exportRun }) => exportRun(store, link, { form, size }, progress))
      .catch(error => store.getState().notify('error', messageOf(error)));
    ended = true;
    setPart(null);
  };
  const start = async ({ shiftKey }: MouseEvent) => {
    const { run, notify } = store.getState();
    if (!run) return;
    try {
      const estimated = await link.exportSizes();
      if (shiftKey || estimated.json >= ASKED) setSizes(estimated);
      else await write('json', estimated.json);
    } catch (error) {
      if (!isStopped(error)) notify('error', messageOf(error));
    }
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
    <>
      <button
        type="button"
        aria-label="Export JSON"
        title="the whole run as one JSON document; with Shift, or where it is large, as JSON or row by row"
        onClick={event => void start(event)}
      >
        <Icon outline={DOWNLOAD} size={15} className={styles.icon} />
        <span className={styles.word}>Export</span>
      </button>
      {sizes &&
        // Beside the bar: in it, the dialog's head would be a second one.
        createPortal(
          <ExportDialog
            sizes={sizes}
            onChoose={form => void write(form, sizes[form])}
            onClose={() => setSizes(null)}
          />,
          document.body,
        )}
    </>
  );
}
