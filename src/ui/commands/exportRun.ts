import { NO_NETWORK } from '../../engine/checks/createDefaultSetup.ts';
import type { ExportForm, Progress } from '../../workers/protocol/api.ts';
import type { Link } from '../contract/link.ts';
import { fileName, setStem } from '../files/setStem.ts';
import { isStopped, messageOf } from '../lib/messages.ts';
import { seedWords, wordsNow } from '../model/looks.ts';
import type { PageStore, RunState } from '../state/pageState.ts';
import { inBytes } from '../words/sizes.ts';
import { canWriteFiles, chosenFile, type DocumentSink, downloads } from './documentSink.ts';

/** Bytes from which a document goes straight to a file of the user's, where the browser can do that. */
const TO_FILE = 100_000_000;

const ENDS: Readonly<Record<ExportForm, readonly [end: string, type: string]>> = {
  json: ['json', 'application/json'],
  lines: ['ndjson', 'application/x-ndjson'],
  gexf: ['gexf', 'application/gexf+xml'],
  graphml: ['graphml', 'application/graphml+xml'],
};

/**
 * Has the run's document or its network written and downloads it, or writes it to a file of the user's; a cancellation is not told.
 * @param size that it will take, in bytes, about
 * @throws Error in one line, where it could not be written
 */
export async function exportRun(
  store: PageStore,
  link: Link,
  { form, size }: { readonly form: ExportForm; readonly size: number },
  progress: Progress,
): Promise<void> {
  const { run, notify } = store.getState();
  if (!run) return;
  let sink: DocumentSink | null = null;
  try {
    const isFile = size >= TO_FILE && canWriteFiles();
    sink = isFile ? await chosenFile(nameOf(run, form, store.getState().head)) : downloads(ENDS[form][1]);
    if (sink === null) return;
    const { write } = sink;
    let bytes = 0;
    const round = await link.exportRun(
      form,
      async part => {
        bytes += part.length;
        await write(part);
      },
      progress,
    );
    const name = nameOf(run, form, round);
    await sink.close(name);
    const done = isFile ? 'has been written' : 'has been downloaded';
    const { tick } = wordsNow(store.getState());
    notify('note', `${name} ${done}: ${inBytes(bytes)}, up to ${tick} ${round}.`);
  } catch (error) {
    await sink?.discard().catch(() => undefined);
    if (messageOf(error) !== 'cancelled' && !isStopped(error))
      throw new Error(
        `The ${isNetwork(form) ? 'network' : 'document'} could not be written: ${messageOf(error)}`,
        { cause: error },
      );
  }
}

const isNetwork = (form: ExportForm): boolean => form === 'gexf' || form === 'graphml';

function nameOf(run: RunState, form: ExportForm, round: number): string {
  const { model, network } = run.setup;
  const seed = seedWords(run.setup).replace(' ', '');
  const at = `${wordsNow({ run }).tick}${Math.max(0, round)}`;
  const on = network === NO_NETWORK ? '' : network;
  return `${fileName('statescope', model, setStem({ run }), on, seed, at)}.${ENDS[form][0]}`;
}
