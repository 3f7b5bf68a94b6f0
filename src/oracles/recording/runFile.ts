import { InputError } from '../../engine/core/errors.ts';
import type { Verdict } from '../../engine/export/verdict.ts';
import type { NamedFile } from '../../engine/files/namedFile.ts';
import type { Run } from '../../engine/run/run.ts';
import { isLines, LINES_HEAD, linesOf } from './lines.ts';
import {
  LARGEST_RECORDING,
  type Recording,
  readRecording,
  readRecordingLines,
  tooLong,
} from './recording.ts';
import { verify, verifyLines, type Watch } from './verify.ts';

/** A run document: its bytes, or a file that is read as it is needed. */
export type RunFile = NamedFile | { readonly name: string; readonly blob: Blob };

/** Reads a document in either form; of a file with a row a line no more is held than a replay needs. @throws InputError */
export async function recordingOf(file: RunFile): Promise<Recording> {
  if ('blob' in file && (await hasLines(file.blob))) return readRecordingLines(file.name, linesIn(file));
  return readRecording(file.name, await bytesOf(file));
}

/** Checks a document against its run, as `verify` does. @param run of the recording's set-up, before its first tick */
export async function verifyFile(
  file: RunFile,
  recording: Recording,
  run: Run,
  watch: Watch,
): Promise<Verdict> {
  const isByLines = 'blob' in file ? await hasLines(file.blob) : isLines(file.bytes);
  if (isByLines) return verifyLines(linesIn(file), recording, run, watch);
  return verify(new TextDecoder().decode(await bytesOf(file)), recording, run, watch);
}

const linesIn = (file: RunFile): AsyncIterable<string> =>
  linesOf('blob' in file ? chunksOf(file.blob) : [file.bytes], file.name);

const hasLines = async (blob: Blob): Promise<boolean> =>
  isLines(new Uint8Array(await blob.slice(0, LINES_HEAD).arrayBuffer()));

async function bytesOf(file: RunFile): Promise<Uint8Array> {
  if (!('blob' in file)) return file.bytes;
  if (file.blob.size > LARGEST_RECORDING) throw new InputError(tooLong(file.name));
  return new Uint8Array(await file.blob.arrayBuffer());
}

/** Not every browser lets one iterate over a stream. */
async function* chunksOf(blob: Blob): AsyncGenerator<Uint8Array> {
  const reader = blob.stream().getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    reader.releaseLock();
  }
}
