import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import type { NamedFile } from '../../engine/files/namedFile.ts';

/** Bytes that are read at once. */
const FILE_READ_BYTES = 1 << 18;

/** A file that is read in pieces, opened each time. @param size of it, in bytes */
export const createFileSource = (path: string, size: number): Pick<NamedFile, 'bytes' | 'source'> => ({
  bytes: new Uint8Array(),
  source: {
    size,
    stream: () => toWebStream(Readable.toWeb(createReadStream(path, { highWaterMark: FILE_READ_BYTES }))),
  },
});

/** The same class as on pages: only its type is declared twice. */
const toWebStream = (stream: NodeStream): ReadableStream<Uint8Array> => stream as ReadableStream<Uint8Array>;
