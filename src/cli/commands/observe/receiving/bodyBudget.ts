import type { IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';
import { InputError } from '../../../../engine/core/errors.ts';
import { ReceiverBusy, RequestTooLarge } from './requestErrors.ts';

/** Most bytes of a request, packed and unpacked. */
const MAX_REQUEST_BYTES = 64_000_000;
/** Most bytes of all requests that are being received or read. */
const MAX_BYTES_AT_ONCE = 256_000_000;
/** Milliseconds in which nothing of a request comes: the connection is closed. */
const MAX_SILENCE_MS = 15_000;

/** Bytes of all bodies that are in memory. */
export class BodyBudget {
  #used = 0;

  constructor(private readonly most = MAX_BYTES_AT_ONCE) {}

  /**
   * Reads a whole body, unpacked.
   * @returns the bytes, and what gives their memory back
   * @throws InputError for one that cannot be unpacked, RequestTooLarge, ReceiverBusy
   */
  async read(request: IncomingMessage): Promise<{ readonly body: Buffer; release(): void }> {
    let own = 0;
    const release = () => {
      this.#used -= own;
      own = 0;
    };
    const parts: Buffer[] = [];
    // One that is never finished does not hold its memory for long.
    request.setTimeout(MAX_SILENCE_MS, () => request.destroy());
    const encoding = request.headers['content-encoding'];
    try {
      for await (const part of unpackBody(request, encoding)) {
        if (this.#used + part.length > this.most)
          throw new ReceiverBusy('too much is being received at the moment');
        this.#used += part.length;
        own += part.length;
        if (own > MAX_REQUEST_BYTES)
          throw new RequestTooLarge(`more than ${MAX_REQUEST_BYTES / 1e6} MB in one request`);
        parts.push(part);
      }
      request.setTimeout(0);
      return { body: Buffer.concat(parts), release };
    } catch (error) {
      release();
      // The rest is passed over: the sender reads the answer only when it has sent everything.
      request.unpipe();
      request.resume();
      throw error;
    }
  }
}

function unpackBody(request: IncomingMessage, encoding: string | undefined): AsyncIterable<Buffer> {
  if (encoding === undefined || encoding === 'identity') return keepOpen(request);
  if (encoding !== 'gzip') throw new InputError(`content-encoding ${encoding} is not read; gzip is`);
  return unpack(request);
}

/** The parts of a request, which is not destroyed if they are not all taken: its answer goes through the same socket. */
async function* keepOpen(request: IncomingMessage): AsyncGenerator<Buffer> {
  yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
}

async function* unpack(request: IncomingMessage): AsyncGenerator<Buffer> {
  const packed = createGunzip();
  let cause: Error | null = null;
  request.once('error', error => packed.destroy(error));
  request.once('aborted', () => packed.destroy(new Error('the request was broken off')));
  request.pipe(packed);
  try {
    for await (const part of packed) yield part as Buffer;
  } catch (error) {
    cause = error as Error;
  } finally {
    packed.destroy();
  }
  if (cause !== null) throw new InputError(`the request cannot be unpacked: ${cause.message}`);
}
