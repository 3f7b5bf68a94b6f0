import { InputError } from '../../engine/core/errors.ts';
import type { Verdict } from '../../engine/export/verdict.ts';
import type { NamedFile } from '../../engine/files/namedFile.ts';
import type { Run } from '../../engine/run/run.ts';
import { isLineDocument, LINES_HEAD, readUtf8Lines } from './lineDocuments.ts';
import {
  describeTooLongDocument,
  MAX_RECORDING_BYTES,
  type Recording,
  readRecording,
  readRecordingLines,
} from './recording.ts';
import { verifyDocumentLines, verifyDocumentText, type Watch } from './verifyDocumentText.ts';

/** A run document: its bytes, or a file that is read as it is needed. */
export type RunFile = NamedFile | { readonly name: string; readonly blob: Blob };

/** Reads a document in either form; of a file with a row a line no more is held than a replay needs. @throws InputError */
export async function readRecordingFile(file: RunFile): Promise<Recording> {
  if ('blob' in file && (await isLineDocumentBlob(file.blob)))
    return readRecordingLines(file.name, readRunFileLines(file));
  return readRecording(file.name, await readRunFileBytes(file));
}

/** Checks a document against its run, as `verify` does. @param run of the recording's set-up, before its first tick */
export async function verifyRunFile(
  file: RunFile,
  recording: Recording,
  run: Run,
  watch: Watch,
): Promise<Verdict> {
  const isByLines = 'blob' in file ? await isLineDocumentBlob(file.blob) : isLineDocument(file.bytes);
  if (isByLines) return verifyDocumentLines(readRunFileLines(file), recording, run, watch);
  return verifyDocumentText(new TextDecoder().decode(await readRunFileBytes(file)), recording, run, watch);
}

const readRunFileLines = (file: RunFile): AsyncIterable<string> =>
  readUtf8Lines('blob' in file ? readBlobChunks(file.blob) : [file.bytes], file.name);

const isLineDocumentBlob = async (blob: Blob): Promise<boolean> =>
  isLineDocument(new Uint8Array(await blob.slice(0, LINES_HEAD).arrayBuffer()));

async function readRunFileBytes(file: RunFile): Promise<Uint8Array> {
  if (!('blob' in file)) return file.bytes;
  if (file.blob.size > MAX_RECORDING_BYTES) throw new InputError(describeTooLongDocument(file.name));
  return new Uint8Array(await file.blob.arrayBuffer());
}

/** Not every browser lets one iterate over a stream. */
async function* readBlobChunks(blob: Blob): AsyncGenerator<Uint8Array> {
  const reader = blob.stream().getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    reader.releaseLock();
  }
}
