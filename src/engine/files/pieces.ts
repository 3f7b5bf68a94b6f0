import { InputError } from '../core/errors.ts';
import type { NamedFile } from './namedFile.ts';

/** Maximum bytes of an input's files that are held at once. More are read in pieces, if the input allows more. */
export const MAX_HELD_INPUT_BYTES = 50_000_000;
/** Bytes of a piece: reading one, unpacked, takes well under half a second. */
const FILE_PIECE_BYTES = 1 << 18;

/**
 * Called between pieces of long work: lets other tasks run, and gets the finished part, from 0 to 1. Rejects if the
 * work is no longer wanted.
 */
export type Between = (part: number, label: string) => Promise<void>;

/** Bytes of a file. */
export const getFileSize = ({ bytes, source }: NamedFile): number => source?.size ?? bytes.length;

/** A file in pieces, none of which should be kept. @throws InputError if it cannot be read to its end */
export async function* readFileChunks({ name, bytes, source }: NamedFile): AsyncGenerator<Uint8Array> {
  if (source === undefined) return yield* splitIntoChunks(bytes);
  const reader = source.stream().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(error => {
        throw new InputError(
          `${name} can no longer be read: ${error instanceof Error ? error.message : error}`,
        );
      });
      if (done) return;
      yield* splitIntoChunks(value);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function* splitIntoChunks(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += FILE_PIECE_BYTES) yield bytes.subarray(at, at + FILE_PIECE_BYTES);
}

/** A file that is too large to be kept, shared or sent elsewhere; undefined for none. */
export const findOversizedFile = (
  files: Readonly<Partial<Record<string, readonly NamedFile[]>>>,
): NamedFile | undefined =>
  Object.values(files)
    .flatMap(given => given ?? [])
    .find(({ source }) => source !== undefined);

/**
 * True if two lists are the same files: the very same, or files of one name, size and time. A `File` that changes
 * cannot be read.
 */
export const areSameFiles = (a: readonly NamedFile[] = [], b: readonly NamedFile[] = []): boolean =>
  a === b || (a.length > 0 && a.length === b.length && a.every((one, i) => isSameFile(one, b[i])));

const isSameFile = (a: NamedFile, b: NamedFile): boolean =>
  a === b ||
  (a.name === b.name &&
    a.source?.lastModified !== undefined &&
    a.source.lastModified === b.source?.lastModified &&
    a.source.size === b.source.size);
