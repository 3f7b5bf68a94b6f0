import { estimateDocumentSize } from '../../engine/export/estimateDocumentSize.ts';
import { writeNetworkChunks } from '../../engine/export/network/networkForms.ts';
import { joinLinesIntoChunks, writeDocumentLines } from '../../engine/export/writeDocumentLines.ts';
import { writeRunDocument } from '../../engine/export/writeRunDocument.ts';
import { writeTraceEventChunks } from '../../engine/export/writeTraceEventChunks.ts';
import type { ModelReports } from '../../engine/model/model.ts';
import type { Loaded } from '../../engine/models/openRun.ts';
import type { Run } from '../../engine/run/run.ts';
import type { DocumentForm, ExportForm, Progress } from '../protocol/api.ts';
import { createTimeSlicer } from '../shared/pace.ts';

/** Bytes that are handed on at once: no more of the document is held. */
const CHUNK = 4_000_000;

/** A file being written, and the receiver of its progress. */
interface Writing {
  readonly signal: AbortSignal;
  readonly progress: Progress | null;
  /** Takes the next bytes; more come when it has. */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
}

/** A run with its reports. */
interface Reported {
  readonly run: Run;
  readonly reports: ModelReports;
}

/** A run and the form to write it in. */
interface Wanted extends Reported {
  /** Its inputs. */
  readonly loaded: Loaded;
  readonly form: ExportForm;
}

type Pieces = Iterable<string | Uint8Array>;

/** Writes a run in a form piece by piece; other work gets its turn in between. @throws Error `cancelled` by `signal` */
export const writeDocument = ({ signal, progress, write, ...wanted }: Writing & Wanted): Promise<void> =>
  writePieces(tell => generatePieces(wanted, tell), { signal, progress, write });

/** A run's document as bytes, in pieces. @throws Error `cancelled` by `signal` */
export async function serializeRunDocument({
  run,
  reports,
  ...writing
}: Omit<Writing, 'write'> & Reported): Promise<readonly Uint8Array[]> {
  const parts: Uint8Array[] = [];
  const write = async (bytes: Uint8Array) => void parts.push(bytes);
  await writePieces(async tell => writeRunDocument(run, reports, tell), { ...writing, write });
  return parts;
}

/** @param generate makes the pieces, and reports to `tell` the part that is done, 0 to 1 */
async function writePieces(
  generate: (tell: (part: number) => void) => Promise<Pieces>,
  { signal, progress, write }: Writing,
): Promise<void> {
  const encoder = new TextEncoder();
  let part = 0;
  let lastReported = 0;
  let held: Uint8Array[] = [];
  let length = 0;
  const rest = createTimeSlicer();
  const flush = async () => {
    if (length > 0) await write(joinByteParts(held, length));
    held = [];
    length = 0;
  };
  for (const piece of await generate(done => (part = done))) {
    const bytes = typeof piece === 'string' ? encoder.encode(piece) : piece;
    held.push(bytes);
    length += bytes.length;
    if (length >= CHUNK) await flush();
    await rest();
    if (signal.aborted) throw new Error('cancelled');
    if (part > lastReported) progress?.(part, 'Writing the document');
    lastReported = part;
  }
  await flush();
  progress?.(1, 'Writing the document');
}

/** @throws InputError for a form that the run's model does not have */
async function generatePieces(
  { run, reports, loaded, form }: Wanted,
  tell: (part: number) => void,
): Promise<Pieces> {
  if (form === 'json') return writeRunDocument(run, reports, tell);
  if (form === 'lines') return joinLinesIntoChunks(writeDocumentLines(run, reports, tell));
  if (form === 'perfetto' || form === 'perfetto_texts')
    return writeTraceEventChunks(run, reports, form === 'perfetto_texts');
  if (form === 'tables') {
    const { writeTablesZip } = await import('../../engine/worlds/writeTablesZip.ts');
    return [await writeTablesZip(run, loaded)];
  }
  return writeNetworkChunks(run, reports, loaded.material.network ?? null, form);
}

function joinByteParts(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Bytes of a run's document in each of its forms, about. */
export const estimateDocumentSizes = (
  run: Run,
  reports: ModelReports,
): Readonly<Record<DocumentForm, number>> => ({
  json: estimateDocumentSize(run, reports, false),
  lines: estimateDocumentSize(run, reports, true),
});
