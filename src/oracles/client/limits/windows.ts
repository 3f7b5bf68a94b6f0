import type { Answer } from '../../../engine/oracle/oracle.ts';
import type { Call } from '../ask.ts';
import type { Environment } from '../environment.ts';
import { ServerFailure } from '../http.ts';
import { followAbortSignal, isTimeoutReason } from './withCallDeadline.ts';
import type { Attempt } from './withCallRetries.ts';

/** Requests allowed under way at first. */
const INITIAL_CONCURRENCY = 2;
/** Milliseconds that a failing server is left alone while another is available; doubles with each failure. */
const FIRST_REST = 250;
const MAX_REST_MS = 30_000;
/** The same for one that hangs while another answers. */
const FIRST_HUNG_REST = 30_000;
const MAX_HUNG_REST_MS = 600_000;
/**
 * A request hangs if another server has answered since, after this many milliseconds and a multiple of the usual time.
 */
const HANGS = 10_000;
const TIMES_USUAL = 4;
/** Part of the longest time of an answer that is remembered with each further one. */
const REMEMBERED = 0.95;

/** Asks once at one base URL. Rejects with `ServerFailure`, or when aborted. */
export type AttemptAt = (call: Call, url: string) => Promise<Answer>;

interface ServerWindow {
  readonly url: string;
  size: number;
  /** Times at which the requests under way were sent, oldest first. */
  readonly sent: Set<{ readonly at: number }>;
  /** Changes when the window is halved, so that earlier requests do not halve it again. */
  generation: number;
  /** Failures in a row, and until when they keep it from being chosen. */
  failures: number;
  restsUntil: number;
  /** Number of hung requests, and the time of the last answer. */
  hung: number;
  answeredAt: number;
}

interface WaitingCall {
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
  readonly #fresh = new Set<WaitingCall>();
  readonly #again = new Set<WaitingCall>();
  readonly #known = new WeakSet<Call>();
  /** Milliseconds that the slower answers take. */
  #usual = 0;

  /** @param most requests under way at one URL; a browser opens six. */
  constructor(urls: readonly string[], most: number, clock: Pick<Environment, 'now' | 'wait'>) {
    this.#most = most;
    this.#clock = clock;
    const size = Math.min(INITIAL_CONCURRENCY, most);
    this.#servers = urls.map(url => ({
      url,
      size,
      sent: new Set(),
      generation: 0,
      failures: 0,
      restsUntil: Number.NEGATIVE_INFINITY,
      hung: 0,
      answeredAt: Number.NEGATIVE_INFINITY,
    }));
  }

  get servers(): readonly { readonly url: string; readonly window: number; readonly underWay: number }[] {
    return this.#servers.map(({ url, size, sent }) => ({
      url,
      window: Math.floor(size),
      underWay: sent.size,
    }));
  }

  /** The server with the longest wait; null if nothing is under way. */
  get awaited(): string | null {
    const oldest = ({ sent }: ServerWindow) => sent.values().next().value?.at ?? Number.POSITIVE_INFINITY;
    const [first] = this.#servers.filter(({ sent }) => sent.size > 0).sort((a, b) => oldest(a) - oldest(b));
    return first?.url ?? null;
  }

  around(attempt: AttemptAt): Attempt {
    return call =>
      new Promise((resolve, reject) => {
        const { signal } = call;
        if (signal.aborted) return reject(signal.reason);
        const queue = this.#known.has(call) ? this.#again : this.#fresh;
        this.#known.add(call);
        const leave = () => {
          if (!this.#fresh.delete(waiting) && !this.#again.delete(waiting)) return;
          reject(signal.reason);
          this.#fill();
        };
        const left =
          <T>(settle: (value: T) => void) =>
          (value: T) => {
            signal.removeEventListener('abort', leave);
            settle(value);
          };
        const waiting: WaitingCall = { call, attempt, resolve: left(resolve), reject: left(reject) };
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

  /** The server with most room, among those that are not resting; null if it is better to wait. */
  #choose(): ServerWindow | null {
    const now = this.#clock.now();
    const awake = this.#servers.filter(s => s.restsUntil <= now);
    const open = (awake.length > 0 ? awake : this.#servers).filter(s => computeWindowRoom(s) > 0);
    return open.reduce<ServerWindow | null>(
      (best, s) => (best === null || isRoomierWindow(s, best) ? s : best),
      null,
    );
  }

  async #run(waiting: WaitingCall, server: ServerWindow): Promise<void> {
    const { call, attempt, resolve, reject } = waiting;
    const { generation } = server;
    const sent = { at: this.#clock.now() };
    server.sent.add(sent);
    const own = followAbortSignal(call.signal);
    const watched = followAbortSignal(call.signal);
    if (this.#servers.length > 1) this.#watch(server, sent.at, watched.signal).then(own.abort, () => {});
    const { question } = call;
    try {
      const signed = { question, signal: own.signal, dispatched: () => call.dispatched() };
      const answer = await attempt(signed, server.url);
      this.#succeeded(server, sent.at);
      resolve(answer);
    } catch (error) {
      if (own.signal.aborted && !call.signal.aborted) {
        this.#hangs(server);
        this.#again.add(waiting);
      } else {
        this.#failed(server, generation, call.signal.aborted ? call.signal.reason : error);
        reject(error);
      }
    } finally {
      watched.abort();
      watched.release();
      own.release();
      server.sent.delete(sent);
      this.#fill();
    }
  }

  /** Resolves once a request hangs, as far as other servers show; rejects when aborted. */
  async #watch(server: ServerWindow, sentAt: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      const now = this.#clock.now();
      const left = sentAt + Math.max(HANGS, TIMES_USUAL * this.#usual) - now;
      const isTheOnlyOne = !this.#servers.some(
        s => s !== server && s.restsUntil <= now && s.answeredAt > sentAt,
      );
      if (left <= 0 && !isTheOnlyOne) return;
      await this.#clock.wait(left > 0 ? left : HANGS, signal);
    }
  }

  /** Its question goes to another one. */
  #hangs(server: ServerWindow): void {
    const rest = Math.min(MAX_HUNG_REST_MS, FIRST_HUNG_REST * 2 ** server.hung);
    server.restsUntil = this.#clock.now() + rest;
    server.hung++;
    server.size = 1;
  }

  #succeeded(server: ServerWindow, sentAt: number): void {
    const now = this.#clock.now();
    this.#usual = Math.max(now - sentAt, REMEMBERED * this.#usual);
    server.answeredAt = now;
    server.hung = 0;
    server.failures = 0;
    server.restsUntil = Number.NEGATIVE_INFINITY;
    server.size = Math.min(this.#most, server.size + 1 / Math.floor(server.size));
  }

  /** A call that was given up says nothing about its server. */
  #failed(server: ServerWindow, generation: number, error: unknown): void {
    if (!(error instanceof ServerFailure) && !isTimeoutReason(error)) return;
    server.restsUntil = this.#clock.now() + Math.min(MAX_REST_MS, FIRST_REST * 2 ** server.failures);
    server.failures++;
    if (!isOverloadFailure(error) || generation !== server.generation) return;
    server.generation++;
    server.size = Math.max(1, server.size / 2);
  }
}

const computeWindowRoom = ({ size, sent }: ServerWindow): number => Math.floor(size) - sent.size;

const isRoomierWindow = (one: ServerWindow, other: ServerWindow): boolean =>
  computeWindowRoom(one) > computeWindowRoom(other) ||
  (computeWindowRoom(one) === computeWindowRoom(other) && one.failures < other.failures);

/** True if fewer requests might have helped. */
const isOverloadFailure = (error: unknown): boolean =>
  !(error instanceof ServerFailure) ||
  error.kind === 'network' ||
  (error.kind === 'status' && (error.status === 429 || error.status === 503));
