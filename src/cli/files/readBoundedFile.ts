import { open } from 'node:fs/promises';
import { InputError } from '../../engine/core/errors.ts';
import { formatMegabytes } from '../../engine/files/textFile.ts';

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
    return await readBoundedFile(path, MAX_TEXT_FILE_BYTES);
  } catch (error) {
    throw toUnreadableError(path, error);
  }
}

/** Why a file cannot be read, in a line that names it. */
export function toUnreadableError(path: string, error: unknown): InputError {
  const { code, message } = error as NodeJS.ErrnoException;
  return new InputError(`cannot read ${path}: ${code === 'ENOENT' ? 'there is no such file' : message}`);
}
