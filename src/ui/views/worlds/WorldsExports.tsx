import { download } from '../../controls/download.ts';
import { usePageStore } from '../../hooks/hooks.ts';
import { wordsNow } from '../../model/looks.ts';
import type { Worlds } from '../../state/worldsState.ts';
import { repeatable } from '../../store/repeatable.ts';
import { worldsNow } from '../../store/slices/worldsSlice.ts';
import { WIDTH as FIGURE_WIDTH } from '../../worlds/figure/marks.ts';
import { placeNow } from '../../worlds/told.ts';

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
    download(
      `${['worlds', `seed-${plan.arms[0].setup.seed}`, plan.subject].filter(Boolean).join('-')}.csv`,
      [text],
      'text/csv',
    );
  };
  return (
    <button type="button" title="a row for each world" onClick={() => void repeatable(store, save)}>
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
    const { methodsText } = await import('../../worlds/methods.ts');
    const text = methodsText(worlds, run.info, wordsNow({ run }).tick);
    try {
      await navigator.clipboard.writeText(text);
      notify('note', 'The methods text is in the clipboard.');
    } catch {
      download('methods.txt', [text], 'text/plain');
    }
  };
  return (
    <button
      type="button"
      title="copies what was done, for a paper, and the command that repeats it"
      onClick={() => void repeatable(store, copy)}
    >
      Methods
    </button>
  );
}

/** Saves the picture that the worlds are shown by, with a caption, to stand alone. */
function FigureButton({ form }: { readonly form: 'svg' | 'png' }) {
  const store = usePageStore();
  const save = async () => {
    const worlds = worldsNow(store.getState());
    if (worlds === null) return;
    const { figureOf } = await import('../../worlds/figure/figure.ts');
    const { svg, height } = figureOf(
      worlds,
      placeNow(store.getState(), worlds),
      wordsNow(store.getState()).tick,
    );
    const name = `worlds-seed-${worlds.plan.arms[0].setup.seed}.${form}`;
    if (form === 'svg') return download(name, [svg], 'image/svg+xml');
    const { pngOf } = await import('../statechart/chartPicture.ts');
    download(name, [await pngOf(svg, { width: FIGURE_WIDTH, height })], 'image/png');
  };
  return (
    <button
      type="button"
      aria-label={`Figure as ${form.toUpperCase()}`}
      title="the picture that is shown, with a caption"
      onClick={() => void repeatable(store, save)}
    >
      {form.toUpperCase()}
    </button>
  );
}
