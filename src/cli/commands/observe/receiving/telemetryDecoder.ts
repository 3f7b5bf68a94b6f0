import { Piscina } from 'piscina';
import { InputError } from '../../../../engine/core/errors.ts';
import { RequestTooLarge } from './requestErrors.ts';
import { decodeRequest, type Received, type Sent, type StoredPath } from './toStoredLines.ts';

/** Bytes of a request that is decoded at once: so few take milliseconds, whatever they hold. */
const MAX_BYTES_HERE = 200_000;
/** Milliseconds that a request may take to be decoded. */
const MAX_DECODING_MS = 20_000;
/** Megabytes of the values of a request. */
const MAX_HEAP_MB = 1_000;
/** One long request does not hold up the others. */
const MAX_THREADS = 2;

/** Request for a decoding thread. */
export interface DecodingOrder extends Sent {
  readonly path: StoredPath;
}

/** Result of a decoding thread: errors are plain data, since classes do not survive the transfer. */
export type DecodedRequest =
  | { readonly kind: 'read'; readonly received: Received }
  | { readonly kind: 'refused'; readonly isTooLarge: boolean; readonly message: string };

/** Limits of decoding, and the script of its threads. */
interface DecoderOptions {
  readonly worker?: URL;
  /** Milliseconds for one request. */
  readonly longest?: number;
}

/** Decodes requests: small ones at once, others in a thread that can be ended, so that the receiver goes on to answer. */
export class TelemetryDecoder {
  #threads: Piscina<DecodingOrder, DecodedRequest> | null = null;
  readonly #worker: URL;
  readonly #longest: number;
  #free = MAX_THREADS;
  readonly #waiting: (() => void)[] = [];

  constructor({ worker, longest = MAX_DECODING_MS }: DecoderOptions = {}) {
    this.#worker = worker ?? new URL('./telemetryWorker.js', import.meta.url);
    this.#longest = longest;
  }

  /** The lines of a request. @throws InputError for what cannot be read, RequestTooLarge */
  async decode(path: StoredPath, { type, body }: Sent): Promise<Received> {
    if (body.length <= MAX_BYTES_HERE) return decodeRequest(path, { type, body });
    const result = await this.#takeTurn(() => this.#decodeInThread({ path, type, body }));
    if (result.kind === 'read') return result.received;
    throw new (result.isTooLarge ? RequestTooLarge : InputError)(result.message);
  }

  /** The time of a request begins once a thread is free for it. */
  async #takeTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free === 0) await new Promise<void>(resolve => this.#waiting.push(resolve));
    else this.#free--;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    }
  }

  async #decodeInThread(order: DecodingOrder): Promise<DecodedRequest> {
    this.#threads ??= new Piscina({
      ...{ filename: this.#worker.href, minThreads: 0, maxThreads: MAX_THREADS, idleTimeout: 30_000 },
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    const late = AbortSignal.timeout(this.#longest);
    try {
      return await this.#threads.run(order, {
        signal: late,
        transferList: [order.body.buffer as ArrayBuffer],
      });
    } catch (error) {
      if (late.aborted)
        throw new RequestTooLarge(`the request takes more than ${this.#longest / 1000} s to be read`);
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw new RequestTooLarge(`the request takes more than ${MAX_HEAP_MB} MB to be read`);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#threads?.destroy();
  }
}
