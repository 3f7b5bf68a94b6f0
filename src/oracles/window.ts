import type { Answer } from '../engine/oracle.ts';
import { isTimeout } from './aborting.ts';
import type { Call } from './ask.ts';
import type { Environment } from './environment.ts';
import { ServerFailure } from './failure.ts';
import type { Attempt } from './retries.ts';

/** Requests allowed under way at first. */
const FIRST = 2;
/** Milliseconds that a failing server is left alone while another is available; doubles with each failure. */
const FIRST_REST = 250;
const LONGEST_REST = 30_000;

/** Asks once at one base URL. Rejects with `ServerFailure`, or when aborted. */
export type AttemptAt = (call: Call, url: string) => Promise<Answer>;

interface ServerWindow {
  readonly url: string;
  size: number;
  underWay: number;
  /** Changes when the window is halved, so that earlier requests do not halve it again. */
  generation: number;
  /** Failures in a row, and until when they keep it from being chosen. */
  failures: number;
  restsUntil: number;
}

interface Waiting {
  readonly call: Call;
  readonly attempt: AttemptAt;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * Bounds what is under way at each base URL by a window that grows by one with each window of successes and
 * halves when the server is overwhelmed. Questions wait in the order of asking; retries go first.
 */
export class Windows {
  readonly #servers: readonly ServerWindow[];
  readonly #most: number;
  readonly #clock: Pick<Environment, 'now' | 'wait'>;
  /** Set while somebody waits until a server has rested. */
  #wake: { readonly at: number; readonly cancel: AbortController } | null = null;
  readonly #fresh = new Set<Waiting>();
  readonly #again = new Set<Waiting>();
  readonly #known = new WeakSet<Call>();

  /** @param most requests under way at one URL; a browser opens six. */
  constructor(urls: readonly string[], most: number, clock: Pick<Environment, 'now' | 'wait'>) {
    this.#most = most;
    this.#clock = clock;
    const size = Math.min(FIRST, most);
    this.#servers = urls.map(url => ({
      url,
      size,
      underWay: 0,
      generation: 0,
      failures: 0,
      restsUntil: Number.NEGATIVE_INFINITY,
    }));
  }

  get servers(): readonly { readonly url: string; readonly window: number; readonly underWay: number }[] {
    return this.#servers.map(({ url, size, underWay }) => ({ url, window: Math.floor(size), underWay }));
  }

  around(attempt: AttemptAt): Attempt {
    return call =>
      new Promise((resolve, reject) => {
        const { signal } = call;
        if (signal.aborted) return reject(signal.reason);
        const queue = this.#known.has(call) ? this.#again : this.#fresh;
        this.#known.add(call);
        const leave = () => {
          if (!queue.delete(waiting)) return;
          reject(signal.reason);
          this.#fill();
        };
        const left =
          <T>(settle: (value: T) => void) =>
          (value: T) => {
            signal.removeEventListener('abort', leave);
            settle(value);
          };
        const waiting: Waiting = { call, attempt, resolve: left(resolve), reject: left(reject) };
        signal.addEventListener('abort', leave, { once: true });
        queue.add(waiting);
        this.#fill();
      });
  }

  #fill(): void {
    for (;;) {
      const queue = this.#again.size > 0 ? this.#again : this.#fresh;
      const next = queue.values().next();
      const server = next.done ? null : this.#choose();
      if (next.done || server === null) {
        this.#wakeLater(!next.done);
        return;
      }
      queue.delete(next.value);
      void this.#run(next.value, server);
    }
  }

  /** Sets a timer, since no call may return while another server hangs. */
  #wakeLater(isWanted: boolean): void {
    const now = this.#clock.now();
    const resting = isWanted ? this.#servers.filter(s => s.restsUntil > now) : [];
    const at = Math.min(...resting.map(s => s.restsUntil));
    if (at === (this.#wake?.at ?? Number.POSITIVE_INFINITY)) return;
    this.#wake?.cancel.abort();
    this.#wake = null;
    if (resting.length === 0) return;
    const cancel = new AbortController();
    this.#wake = { at, cancel };
    this.#clock.wait(at - now, cancel.signal).then(
      () => {
        this.#wake = null;
        this.#fill();
      },
      () => {},
    );
  }

  /** The server with most room, among those that are not resting; null where it is better to wait. */
  #choose(): ServerWindow | null {
    const now = this.#clock.now();
    const awake = this.#servers.filter(s => s.restsUntil <= now);
    const open = (awake.length > 0 ? awake : this.#servers).filter(s => roomOf(s) > 0);
    return open.reduce<ServerWindow | null>(
      (best, s) => (best === null || isBetter(s, best) ? s : best),
      null,
    );
  }

  async #run({ call, attempt, resolve, reject }: Waiting, server: ServerWindow): Promise<void> {
    const { generation } = server;
    server.underWay++;
    try {
      const answer = await attempt(call, server.url);
      this.#succeeded(server);
      resolve(answer);
    } catch (error) {
      this.#failed(server, generation, call.signal.aborted ? call.signal.reason : error);
      reject(error);
    } finally {
      server.underWay--;
      this.#fill();
    }
  }

  #succeeded(server: ServerWindow): void {
    server.failures = 0;
    server.restsUntil = Number.NEGATIVE_INFINITY;
    server.size = Math.min(this.#most, server.size + 1 / Math.floor(server.size));
  }

  /** A call that was given up says nothing about its server. */
  #failed(server: ServerWindow, generation: number, error: unknown): void {
    if (!(error instanceof ServerFailure) && !isTimeout(error)) return;
    server.restsUntil = this.#clock.now() + Math.min(LONGEST_REST, FIRST_REST * 2 ** server.failures);
    server.failures++;
    if (!overwhelms(error) || generation !== server.generation) return;
    server.generation++;
    server.size = Math.max(1, server.size / 2);
  }
}

const roomOf = ({ size, underWay }: ServerWindow): number => Math.floor(size) - underWay;

const isBetter = (one: ServerWindow, other: ServerWindow): boolean =>
  roomOf(one) > roomOf(other) || (roomOf(one) === roomOf(other) && one.failures < other.failures);

/** Whether fewer requests might have helped. */
const overwhelms = (error: unknown): boolean =>
  !(error instanceof ServerFailure) ||
  error.kind === 'network' ||
  (error.kind === 'status' && (error.status === 429 || error.status === 503));
