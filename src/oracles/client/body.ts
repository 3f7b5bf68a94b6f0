import { ServerFailure, toNetworkFailure } from './failure.ts';
import { raceWithAbort } from './limits/aborting.ts';

/** Longest body that is read, in decoded bytes; a decompression bomb ends here. */
export const MOST_BYTES = 256 * 1024;

/** The body's decoded bytes. @throws ServerFailure when it breaks off or is too long; the signal's reason */
export async function readBodyBytes(response: Response, signal: AbortSignal): Promise<Uint8Array> {
  const reader = response.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await readBodyChunk(reader, signal);
    if (done) return joinBodyChunks(chunks, length);
    length += value.length;
    if (length > MOST_BYTES) {
      reader.cancel().catch(() => {});
      throw new ServerFailure('size', 'the reply is longer than 256 kB');
    }
    chunks.push(value);
  }
}

async function readBodyChunk(reader: ReadableStreamDefaultReader<Uint8Array>, signal: AbortSignal) {
  try {
    return await raceWithAbort(reader.read(), signal);
  } catch (error) {
    reader.cancel().catch(() => {});
    signal.throwIfAborted();
    throw toNetworkFailure(error, 'connection broken off');
  }
}

function joinBodyChunks(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
