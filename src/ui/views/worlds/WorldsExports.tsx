import { download } from '../../controls/download.ts';
import { usePageStore } from '../../hooks.ts';
import type { Worlds } from '../../store/worldsState.ts';
import { messageOf } from '../../words/messages.ts';

/** The worlds as a table, and what was done to have them. */
export function WorldsExports({ worlds }: { readonly worlds: Worlds }) {
  return (
    <>
      <CsvButton worlds={worlds} />
      <MethodsButton worlds={worlds} />
    </>
  );
}

function CsvButton({ worlds }: { readonly worlds: Worlds }) {
  const save = async () => {
    const { worldsCsv } = await import('../../../engine/worlds/worldsCsv.ts');
    const { plan, definitions, played } = worlds;
    const text = worldsCsv(plan, definitions, played);
    download(
      `${['worlds', `seed-${plan.arms[0].setup.seed}`, plan.subject].filter(Boolean).join('-')}.csv`,
      [text],
      'text/csv',
    );
  };
  return (
    <button type="button" title="a row for each world" onClick={() => void save()}>
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
    const text = methodsText(worlds, run.info);
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
      onClick={() => void copy().catch(error => store.getState().notify('error', messageOf(error)))}
    >
      Methods
    </button>
  );
}
