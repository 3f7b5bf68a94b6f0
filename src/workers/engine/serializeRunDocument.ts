import { writeNetworkChunks } from '../../engine/export/network/networkForms.ts';
import { joinLinesIntoChunks, writeDocumentLines } from '../../engine/export/writeDocumentLines.ts';
import { writeRunDocument } from '../../engine/export/writeRunDocument.ts';
import { writeTraceEventChunks } from '../../engine/export/writeTraceEventChunks.ts';
import type { ModelReports } from '../../engine/model/model.ts';
import type { Network } from '../../engine/network/network.ts';
import type { Run } from '../../engine/run/run.ts';
import type { ExportForm, Progress } from '../protocol/api.ts';
import { createTimeSlicer } from '../shared/pace.ts';

export { estimateDocumentSize } from '../../engine/export/estimateDocumentSize.ts';

/** Bytes that are handed on at once: no more of the document is held. */
const CHUNK = 4_000_000;

/** A file being written, and the receiver of its progress. */
interface Writing {
  readonly run: Run;
  /** Of the run. */
  readonly reports: ModelReports;
  /** The network of its agents; null for none. */
  readonly network: Network | null;
  readonly form: ExportForm;
  readonly signal: AbortSignal;
  readonly progress: Progress | null;
  /** Takes the next bytes; more come when it has. */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
}

/** Writes a run's document piece by piece; other work gets its turn in between. @throws Error `cancelled` by `signal` */
export async function writeDocument({ write, signal, progress, ...what }: Writing): Promise<void> {
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
  for (const piece of await generateDocumentPieces(what, done => (part = done))) {
    const bytes = encoder.encode(piece);
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

/** A run's document as bytes, in pieces. @throws Error `cancelled` by `signal` */
export async function serializeRunDocument(
  writing: Omit<Writing, 'write' | 'form' | 'network'>,
): Promise<readonly Uint8Array[]> {
  const parts: Uint8Array[] = [];
  await writeDocument({
    ...writing,
    network: null,
    form: 'json',
    write: async bytes => void parts.push(bytes),
  });
  return parts;
}

/** @throws InputError for a form that the run's model does not have */
async function generateDocumentPieces(
  { run, reports, network, form }: Pick<Writing, 'run' | 'reports' | 'network' | 'form'>,
  tell: (part: number) => void,
): Promise<Iterable<string>> {
  if (form === 'json') return writeRunDocument(run, reports, tell);
  if (form === 'lines') return joinLinesIntoChunks(writeDocumentLines(run, reports, tell));
  if (form === 'perfetto') return writeTraceEventChunks(run, reports);
  return writeNetworkChunks(run, reports, network, form);
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
