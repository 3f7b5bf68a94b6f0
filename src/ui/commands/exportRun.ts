import { NO_NETWORK } from '../../engine/checks/createDefaultSetup.ts';
import type { ExportForm, Progress, TraceForm } from '../../workers/protocol/api.ts';
import type { PageCommands } from '../contract/pageCommands.ts';
import { downloadFile } from '../controls/downloadFile.ts';
import { getRecordingSetStem, joinFileNameParts } from '../files/getRecordingSetStem.ts';
import { getErrorMessage, isEngineStoppedError } from '../lib/messages.ts';
import { formatSeed, getCurrentModelWords, isRecordedModel } from '../model/getModelAppearance.ts';
import type { PageStore, RunState } from '../state/pageState.ts';
import { formatByteSize } from '../words/sizes.ts';

/** Bytes from which a document goes straight to a file of the user's, if the browser supports it. */
const TO_FILE = 100_000_000;

const EXPORT_EXTENSIONS: Readonly<Record<ExportForm, readonly [end: string, type: string]>> = {
  json: ['json', 'application/json'],
  lines: ['ndjson', 'application/x-ndjson'],
  gexf: ['gexf', 'application/gexf+xml'],
  graphml: ['graphml', 'application/graphml+xml'],
  tables: ['tables.zip', 'application/zip'],
  perfetto: ['trace.json', 'application/json'],
  perfetto_texts: ['trace.json', 'application/json'],
};

/**
 * Writes the run's document, its network or its tables and downloads it, or writes it to a file of the user's; a cancellation is
 * not reported.
 * @param size estimate in bytes
 * @throws Error in one line, if it could not be written
 */
export async function exportRun(
  store: PageStore,
  commands: PageCommands,
  { form, size }: { readonly form: ExportForm; readonly size: number },
  progress: Progress,
): Promise<void> {
  const { run, notify } = store.getState();
  if (!run) return;
  let sink: DocumentSink | null = null;
  try {
    const isFile = size >= TO_FILE && canWriteFiles();
    sink = isFile
      ? await chooseDocumentFile(getExportFileName(run, form, store.getState().head))
      : createDownloadSink(EXPORT_EXTENSIONS[form][1]);
    if (sink === null) return;
    const { write } = sink;
    let bytes = 0;
    const round = await commands.exportRun(
      form,
      async part => {
        bytes += part.length;
        await write(part);
      },
      progress,
    );
    const name = getExportFileName(run, form, round);
    await sink.close(name);
    const done = isFile ? 'has been written' : 'has been downloaded';
    notify('note', `${name} ${done}: ${formatByteSize(bytes)}, ${describeExportContent(run, form, round)}.`);
  } catch (error) {
    await sink?.discard().catch(() => undefined);
    if (getErrorMessage(error) !== 'cancelled' && !isEngineStoppedError(error))
      throw new Error(
        `The ${EXPORT_NOUNS[form] ?? 'document'} could not be written: ${getErrorMessage(error)}`,
        { cause: error },
      );
  }
}

const isTraceForm = (form: ExportForm): form is TraceForm => form === 'perfetto' || form === 'perfetto_texts';

/** The part of a run that a file holds, of a recorded one with or without the texts of the traces. */
function describeExportContent(run: RunState, form: ExportForm, round: number): string {
  const { model, parameters } = run.setup;
  const upTo = isTraceForm(form)
    ? 'tools, times, tokens, outcomes, loops and guard decisions of all recorded steps'
    : `up to ${getCurrentModelWords({ run }).tick} ${round}`;
  const isDocument = form === 'json' || form === 'lines';
  if (!isRecordedModel(model) || !(isDocument || isTraceForm(form))) return upTo;
  if (parameters.redact === true) return `${upTo}, without texts, which the set-up hides`;
  return form === 'perfetto'
    ? `${upTo}, without messages, arguments, results and errors`
    : `${upTo}, with the texts of the traces: messages, arguments, results and errors`;
}

/** Nouns for forms other than the document. */
const EXPORT_NOUNS: Partial<Record<ExportForm, string>> = {
  gexf: 'network',
  graphml: 'network',
  tables: 'archive of tables',
  perfetto: 'trace',
  perfetto_texts: 'trace',
};

function getExportFileName(run: RunState, form: ExportForm, round: number): string {
  const { model, network } = run.setup;
  const seed = formatSeed(run.setup).replace(' ', '');
  // A trace has all recorded steps, however far they have been played.
  const at = isTraceForm(form) ? '' : `${getCurrentModelWords({ run }).tick}${Math.max(0, round)}`;
  const on = network === NO_NETWORK ? '' : network;
  return `${joinFileNameParts('statescope', model, getRecordingSetStem({ run }), on, seed, at)}.${EXPORT_EXTENSIONS[form][0]}`;
}

/** Destination of a document as it is written. */
interface DocumentSink {
  write(bytes: Uint8Array): Promise<void>;
  /** The document is whole. @param name for a file that has none yet */
  close(name: string): Promise<void>;
  /** It is not wanted any more: nothing is left of it. */
  discard(): Promise<void>;
}

/** The file API of browsers that let a page write to a chosen file. */
interface WithPicker {
  showSaveFilePicker?(options: { readonly suggestedName: string }): Promise<FileSystemFileHandle>;
}

/**
 * True if this browser writes to a file of the user's as it goes; elsewhere it holds the parts, out of the page's
 * memory.
 */
const canWriteFiles = (): boolean => typeof (window as WithPicker).showSaveFilePicker === 'function';

/** A file of the user's choice; null if none was chosen. Asked at a press of a button. */
async function chooseDocumentFile(name: string): Promise<DocumentSink | null> {
  const handle = await (window as WithPicker).showSaveFilePicker?.({ suggestedName: name }).catch(error => {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  });
  if (!handle) return null;
  const file = await handle.createWritable();
  return {
    write: bytes => file.write(bytes as Uint8Array<ArrayBuffer>),
    close: () => file.close(),
    discard: () => file.abort(),
  };
}

/** The browser's downloads. Each part is a blob, which the browser puts on the disk if memory is short. */
function createDownloadSink(type: string): DocumentSink {
  let parts: Blob[] = [];
  return {
    write: async bytes => void parts.push(new Blob([bytes as Uint8Array<ArrayBuffer>])),
    close: async name => downloadFile(name, parts, type),
    discard: async () => {
      parts = [];
    },
  };
}
