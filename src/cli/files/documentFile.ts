import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { InputError } from '../../engine/core/errors.ts';
import { decodeTextFile, parseJsonFile, type Reads } from '../../engine/files/textFile.ts';
import { assembleDocumentLines } from '../../oracles/recording/assembleDocumentLines.ts';
import { isLineDocument, LINES_HEAD, readUtf8Lines } from '../../oracles/recording/lineDocuments.ts';
import { type Recording, readRecording, readRecordingLines } from '../../oracles/recording/recording.ts';
import { readStatescopeFile, toUnreadableError } from './readBoundedFile.ts';

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
  return parseJsonFile(
    path,
    decodeTextFile(path, await readStatescopeFile(path), DOCUMENT),
    'a run document',
  );
}

/** The lines of a file, one at a time. @throws InputError naming the file */
export function readFileLines(path: string): AsyncIterable<string> {
  return readUtf8Lines(streamFileChunks(path), path);
}

async function* streamFileChunks(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: CHUNK });
  } catch (error) {
    throw toUnreadableError(path, error);
  }
}

/**
 * True if a file is a run document with a row per line; false for a pipe, which cannot be read twice.
 * @throws InputError
 */
export async function isLineDocumentFile(path: string): Promise<boolean> {
  try {
    const file = await open(path);
    try {
      if (!(await file.stat()).isFile()) return false;
      const { buffer, bytesRead } = await file.read(new Uint8Array(LINES_HEAD), 0, LINES_HEAD, 0);
      return isLineDocument(buffer.subarray(0, bytesRead));
    } finally {
      await file.close();
    }
  } catch (error) {
    throw error instanceof InputError ? error : toUnreadableError(path, error);
  }
}
