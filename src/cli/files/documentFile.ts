import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { InputError } from '../../engine/core/errors.ts';
import { estimateDocumentSize } from '../../engine/export/estimateDocumentSize.ts';
import { splitSheetFile } from '../../engine/export/sheetFile.ts';
import { joinLinesIntoChunks, writeDocumentLines } from '../../engine/export/writeDocumentLines.ts';
import { writeRunDocument } from '../../engine/export/writeRunDocument.ts';
import { decodeTextFile, formatMegabytes, parseJsonFile, type Reads } from '../../engine/files/textFile.ts';
import type { Run } from '../../engine/run/run.ts';
import { assembleDocumentLines } from '../../oracles/recording/assembleDocumentLines.ts';
import { isLineDocument, LINES_HEAD, readUtf8Lines } from '../../oracles/recording/lineDocuments.ts';
import { type Recording, readRecording, readRecordingLines } from '../../oracles/recording/recording.ts';
import { STANDARD_STREAM } from './outFile.ts';

const DOCUMENT: Reads = {
  forms: ['run', 'json'],
  words: 'a run document, as run --out and the page write it',
};

/** Bytes of a file that are read at a time. */
const CHUNK = 1 << 20;

/** A run document in either form, as read for its answers; of one with a row a line no more than that is held. @throws InputError */
export async function readRecordingAt(path: string): Promise<Recording> {
  if (await isLineDocumentFile(path)) return readRecordingLines(path, readFileLines(path));
  return readRecording(path, await readStatescopeFile(path));
}

/** The whole of a run document in either form. @param wanted sections of one with a row a line. @throws InputError */
export async function readDocumentAt(path: string, wanted: readonly string[]): Promise<unknown> {
  if (await isLineDocumentFile(path)) return assembleDocumentLines(path, readFileLines(path), wanted);
  const text = decodeTextFile(path, await readStatescopeFile(path), DOCUMENT);
  return parseJsonFile(path, splitSheetFile(path, text).document, 'a run document');
}

/** The lines of a file, one at a time. @throws InputError naming the file */
export function readFileLines(path: string): AsyncIterable<string> {
  return readUtf8Lines(streamFileChunks(path), path);
}

/**
 * Bytes of what can be read only once: standard input, a pipe, a process substitution. They are held, since commands look at a
 * document several times.
 */
const HELD = new Map<string, Promise<Uint8Array>>();

/** Bytes that are held of something that can be read only once; null for a file. @throws InputError, Error of the file system */
async function readOnce(path: string): Promise<Uint8Array | null> {
  const held = HELD.get(path);
  if (held !== undefined) return held;
  if (path !== STANDARD_STREAM && (await stat(path)).isFile()) return null;
  const bytes =
    path === STANDARD_STREAM
      ? readStandardInput(MAX_TEXT_FILE_BYTES)
      : readBoundedFile(path, MAX_TEXT_FILE_BYTES);
  HELD.set(path, bytes);
  return bytes;
}

/** Forgets what was read once: another command reads it again. */
export const forgetHeldInputs = (): void => HELD.clear();

async function* streamFileChunks(path: string): AsyncGenerator<Uint8Array> {
  try {
    const held = await readOnce(path);
    if (held !== null) yield held;
    else yield* createReadStream(path, { highWaterMark: CHUNK });
  } catch (error) {
    throw toUnreadableError(path, error);
  }
}

/** True if a file is a run document with a row per line. @throws InputError */
export async function isLineDocumentFile(path: string): Promise<boolean> {
  try {
    const held = await readOnce(path);
    if (held !== null) return isLineDocument(held.subarray(0, LINES_HEAD));
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(new Uint8Array(LINES_HEAD), 0, LINES_HEAD, 0);
      return isLineDocument(buffer.subarray(0, bytesRead));
    } finally {
      await file.close();
    }
  } catch (error) {
    throw error instanceof InputError ? error : toUnreadableError(path, error);
  }
}

/** All of standard input, a pipe or a socket. @throws InputError for more than `most` bytes */
async function readStandardInput(most: number): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  let total = 0;
  for await (const piece of process.stdin as AsyncIterable<Buffer>) {
    total += piece.length;
    if (total > most)
      throw new InputError(
        `standard input is longer than the ${formatMegabytes(most).replace('.0 ', ' ')} that are read`,
      );
    pieces.push(piece);
  }
  return new Uint8Array(Buffer.concat(pieces));
}

/** Bytes per read if the size is unknown. */
const STREAM_READ_BYTES = 1 << 16;

/**
 * Reads a file of at most `most` bytes, including from a device or a pipe without an end.
 * @throws InputError for more; Error of the file system
 */
export async function readBoundedFile(path: string, most: number): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size > most)
      throw new InputError(`it is ${formatMegabytes(size)}; at most ${formatMegabytes(most)} are read`);
    const pieces: Buffer[] = [];
    let total = 0;
    for (;;) {
      const piece = Buffer.allocUnsafe(size > total ? size - total + 1 : STREAM_READ_BYTES);
      const { bytesRead } = await file.read(piece, 0, piece.length, null);
      if (bytesRead === 0) return new Uint8Array(Buffer.concat(pieces));
      total += bytesRead;
      if (total > most)
        throw new InputError(
          `it is longer than the ${formatMegabytes(most).replace('.0 ', ' ')} that are read`,
        );
      pieces.push(piece.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

/** Bytes above which a file cannot be held as one text. */
export const MAX_TEXT_FILE_BYTES = 500_000_000;

/** The bytes of a file that Statescope has written. @throws InputError naming it and the reason */
export async function readStatescopeFile(path: string): Promise<Uint8Array> {
  try {
    return (await readOnce(path)) ?? (await readBoundedFile(path, MAX_TEXT_FILE_BYTES));
  } catch (error) {
    throw toUnreadableError(path, error);
  }
}

/** Why a file cannot be read, in a line that names it. */
export function toUnreadableError(path: string, error: unknown): InputError {
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = { ENOENT: 'there is no such file', EISDIR: 'it is a folder' }[code ?? ''] ?? message;
  return new InputError(`cannot read ${path}: ${reason}`);
}

/** Size in bytes from which a document is announced before it is written. */
const ANNOUNCED_DOCUMENT_BYTES = 20_000_000;

/**
 * Serializes a run's document in pieces, row by row if the path ends in .ndjson. Announces the size of a large one, and
 * reports progress.
 * @param say shows a line; one that begins with a carriage return is progress
 */
export async function serializeDocumentFor(
  run: Run,
  path: string,
  say: (line: string) => void,
): Promise<Iterable<string>> {
  const reports = await run.state.loadReports();
  const hasLines = /\.ndjson$/i.test(path);
  const size = estimateDocumentSize(run, reports, hasLines);
  const tell = (part: number) => {
    if (size >= ANNOUNCED_DOCUMENT_BYTES) say(`\rwriting ${path}: ${Math.round(100 * part)} %`);
  };
  if (size >= ANNOUNCED_DOCUMENT_BYTES) say(`${path} will take about ${formatMegabytes(size)} (estimated)\n`);
  if (size >= 0.9 * MAX_TEXT_FILE_BYTES && !hasLines)
    say(
      `${path}: one text of more than ${formatMegabytes(MAX_TEXT_FILE_BYTES)} cannot be opened again; as .ndjson a document can be, whatever its size\n`,
    );
  return hasLines
    ? joinLinesIntoChunks(writeDocumentLines(run, reports, tell))
    : writeRunDocument(run, reports, tell);
}
