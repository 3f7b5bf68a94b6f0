import { downloadFile } from '../../controls/downloadFile.ts';
import { usePageStore } from '../../hooks/hooks.ts';
import { getCurrentModelWords } from '../../model/looks.ts';
import type { Worlds } from '../../state/worldsState.ts';
import { runWithRetry } from '../../store/runWithRetry.ts';
import { getCurrentWorlds } from '../../store/slices/worldsSlice.ts';
import { WIDTH as FIGURE_WIDTH } from '../../worlds/figure/marks.ts';
import { findCurrentPlace } from '../../worlds/told.ts';

/** The worlds as a table, what was done to have them, and their picture. */
export function WorldsExports({ worlds }: { readonly worlds: Worlds }) {
  return (
    <>
      <CsvButton worlds={worlds} />
      <MethodsButton worlds={worlds} />
      <FigureButton form="svg" />
      <FigureButton form="png" />
    </>
  );
}

function CsvButton({ worlds }: { readonly worlds: Worlds }) {
  const store = usePageStore();
  const save = async () => {
    const { writeWorldsCsv } = await import('../../../engine/worlds/writeWorldsCsv.ts');
    const { plan, definitions, played } = worlds;
    const text = writeWorldsCsv(plan, definitions, played);
    downloadFile(
      `${['worlds', `seed-${plan.arms[0].setup.seed}`, plan.subject].filter(Boolean).join('-')}.csv`,
      [text],
      'text/csv',
    );
  };
  return (
    <button type="button" title="a row for each world" onClick={() => void runWithRetry(store, save)}>
      CSV
    </button>
  );
}

/** Hands over what was done, as a paper says it, with the command that repeats it. */
function MethodsButton({ worlds }: { readonly worlds: Worlds }) {
  const store = usePageStore();
  const copy = async () => {
    const { run, notify } = store.getState();
    if (run === null) return;
    const { writeMethodsText } = await import('../../worlds/methods.ts');
    const text = writeMethodsText(worlds, run.info, getCurrentModelWords({ run }).tick);
    try {
      await navigator.clipboard.writeText(text);
      notify('note', 'The methods text is in the clipboard.');
    } catch {
      downloadFile('methods.txt', [text], 'text/plain');
    }
  };
  return (
    <button
      type="button"
      title="copies what was done, for a paper, and the command that repeats it"
      onClick={() => void runWithRetry(store, copy)}
    >
      Methods
    </button>
  );
}

/** Saves the picture that the worlds are shown by, with a caption, to stand alone. */
function FigureButton({ form }: { readonly form: 'svg' | 'png' }) {
  const store = usePageStore();
  const save = async () => {
    const worlds = getCurrentWorlds(store.getState());
    if (worlds === null) return;
    const { drawWorldsFigure } = await import('../../worlds/figure/figure.ts');
    const { svg, height } = drawWorldsFigure(
      worlds,
      findCurrentPlace(store.getState(), worlds),
      getCurrentModelWords(store.getState()).tick,
    );
    const name = `worlds-seed-${worlds.plan.arms[0].setup.seed}.${form}`;
    if (form === 'svg') return downloadFile(name, [svg], 'image/svg+xml');
    const { renderSvgToPng } = await import('../statechart/chartPicture.ts');
    downloadFile(name, [await renderSvgToPng(svg, { width: FIGURE_WIDTH, height })], 'image/png');
  };
  return (
    <button
      type="button"
      aria-label={`Figure as ${form.toUpperCase()}`}
      title="the picture that is shown, with a caption"
      onClick={() => void runWithRetry(store, save)}
    >
      {form.toUpperCase()}
    </button>
  );
}
