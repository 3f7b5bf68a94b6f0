import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { createLoadErrorHandler } from '../../../engine/core/errors.ts';
import type { DocumentForm, ExportForm, Progress } from '../../../workers/protocol/api.ts';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { preloadOnActivity } from '../../controls/preloadOnActivity.ts';
import { useCommands, usePageStore } from '../../hooks/hooks.ts';
import { runWithRetry } from '../../store/runWithRetry.ts';
import styles from './Bar.module.css';

const loadExport = preloadOnActivity(() =>
  import('../../commands/exportRun.ts').catch(createLoadErrorHandler('the export')),
);
const loadPairExport = () =>
  import('../../commands/exportPair.ts').catch(createLoadErrorHandler('the export'));
const ExportDialog = createLazyView(async () => (await import('./ExportDialog.tsx')).ExportDialog);

/** Bytes from which the form is asked for, with what each takes. */
const FORM_CHOICE_BYTES = 20_000_000;

type Sizes = Readonly<Record<DocumentForm, number>>;

/** Properties of `Exporting`. */
export interface ExportingProps {
  /** True if the user chooses the form, however small the document is. */
  readonly isFormAsked: boolean;
  readonly onEnd: () => void;
  /** Asks for it once more, after it has ended. */
  readonly onAgain: () => void;
  /** The button that asked for it. */
  readonly children: ReactNode;
}

/** Writes the run document from when it is shown; a large one in a form that is chosen. Shows the progress and can be cancelled. */
export function Exporting({ isFormAsked, onEnd, onAgain, children }: ExportingProps) {
  const commands = useCommands();
  const store = usePageStore();
  const [part, setPart] = useState<number | null>(null);
  const [sizes, setSizes] = useState<Sizes | null>(null);
  const isBegun = useRef(false);
  const write = (form: ExportForm, size: number) =>
    follow(async progress => (await loadExport()).exportRun(store, commands, { form, size }, progress));
  const writeBoth = () =>
    follow(async progress => (await loadPairExport()).exportPair(store, commands, progress));
  const follow = async (work: (progress: Progress) => Promise<void>) => {
    setSizes(null);
    setPart(0);
    let ended = false;
    // Progress has a port of its own, and may come after the document.
    const progress = (done: number) => {
      if (!ended) setPart(done);
    };
    await runWithRetry(store, () => work(progress), onAgain);
    ended = true;
    onEnd();
  };
  const start = async () => {
    const estimated = await commands.exportSizes();
    const isPair = store.getState().pair !== null;
    if (isPair || isFormAsked || estimated.json >= FORM_CHOICE_BYTES) setSizes(estimated);
    else await write('json', estimated.json);
  };
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    void runWithRetry(store, start, onAgain).then(isWell => {
      if (!isWell) onEnd();
    });
  });
  if (part !== null)
    return (
      <span className={styles.exporting}>
        <progress aria-label="Export" max={1} value={part} />
        <button type="button" onClick={() => void commands.cancelExport()}>
          Cancel
        </button>
      </span>
    );
  return (
    <>
      {children}
      {sizes &&
        // Outside the bar: within it, the dialog's head would be a second one.
        createPortal(
          <ExportDialog
            sizes={sizes}
            onChoose={form => void write(form, form in sizes ? sizes[form as DocumentForm] : 0)}
            onBoth={() => void writeBoth()}
            onClose={onEnd}
          />,
          document.body,
        )}
    </>
  );
}
