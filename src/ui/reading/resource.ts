import type { Ask, RemoteEngine } from '../contract/remoteEngine.ts';
import type { LifePhase } from '../state/life.ts';
import type { PageState, PageStore } from '../state/pageState.ts';
import { getPastTick } from '../state/viewState.ts';
import { Refresher } from './refresher.ts';

/** A part of a staleness key that counts as unchanged, whatever its value. */
export const AS_BEFORE = Symbol('as before');

/**
 * Data that views need from the engine: the subject, what makes the answer stale, and what is shown
 * meanwhile. Another run makes every answer stale.
 */
interface Declared<Subject, Answer> {
  /** Subject of the request; null for none. Compared by its parts. */
  subject(state: PageState): Subject | null;
  /**
   * Values in addition to the subject that trigger a new request when they change. Absent: an answer about a subject
   * stays true.
   */
  stale?(state: PageState): readonly unknown[];
  ask(engine: RemoteEngine, subject: Subject, state: PageState): Promise<Answer>;
  /** Stores the answer for the views. */
  keep(state: PageState, answer: Answer, subject: Subject): void;
  /** Called when the subject is gone. Absent: the last answer stays. */
  clear?(state: PageState): void;
  /** Called when the request fails. Absent: the last answer stays. */
  failed?(state: PageState): void;
  /** Called while another subject is being requested. Absent: the previous answer stays. */
  meanwhile?(state: PageState): void;
  /** True if an answer overtaken by another subject is stored all the same. */
  isKeptLate?: true;
  /** True if the answer holds for the whole run, at any round. */
  isTimeless?: true;
  /** Least milliseconds from an answer to the next request. A change of phase ends the wait. */
  pace?(state: PageState): number;
  /** Milliseconds between requests while it plays, whatever changes. */
  readonly every?: number;
  /** Milliseconds to wait for further changes of the subject. */
  delay?(state: PageState): number;
}

/** A declared resource at work on a page. */
export interface Attended {
  /** Called when the page's state has changed. */
  changed(): void;
  stop(): void;
}

/** A resource of any kind, ready to be attended on a page. */
export interface Resource {
  attend(store: PageStore, ask: Ask): Attended;
}

/** Makes a resource of its declaration; the types of subject and answer end here. */
export const createResource = <Subject, Answer>(declared: Declared<Subject, Answer>): Resource => ({
  attend: (store, ask) => attendResource(declared, store, ask),
});

function attendResource<Subject, Answer>(
  {
    subject,
    stale,
    keep,
    clear,
    failed,
    meanwhile,
    pace,
    delay,
    every,
    isKeptLate,
    isTimeless,
    ...declared
  }: Declared<Subject, Answer>,
  store: PageStore,
  ask: Ask,
): Attended {
  const now = store.getState;
  let known: LastRequest | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresher = new Refresher(
    async () => {
      const wanted = subject(now());
      if (wanted === null) return;
      const at = getPastTick(now());
      const isThere = await ask(
        engine => declared.ask(engine, wanted, now()),
        answer => {
          // An answer about another round than the viewed one: the next request replaces it.
          if (stale !== undefined && !isTimeless && getPastTick(now()) !== at) return;
          if (isKeptLate || isSame(subject(now()), wanted)) keep(now(), answer, wanted);
        },
      );
      if (!isThere && isSame(subject(now()), wanted)) failed?.(now());
    },
    () => pace?.(now()) ?? 0,
  );
  const request = () => refresher.request();
  const look = () => {
    if (now().phase === 'playing' && subject(now()) !== null) request();
  };
  const clock = every === undefined ? undefined : setInterval(look, every);
  return {
    changed() {
      // Keeping an answer changes the state as well: this may be called within itself.
      const state = now();
      const { phase } = state;
      if (phase !== known?.phase) refresher.hurry();
      const epoch = state.run?.info.epoch;
      const wanted = subject(state);
      const before = known;
      const parts = (stale?.(state) ?? []).map((part, at) => (part === AS_BEFORE ? before?.parts[at] : part));
      const isOther = before === null || before.epoch !== epoch || !isSame(before.wanted, wanted);
      known = { epoch, phase, wanted, parts };
      if (!isOther && parts.every((part, at) => Object.is(part, before?.parts[at]))) return;
      clearTimeout(timer);
      if (wanted === null) return void (isOther && clear?.(state));
      if (isOther) meanwhile?.(state);
      const wait = delay?.(state) ?? 0;
      if (wait > 0) timer = setTimeout(request, wait);
      else request();
    },
    stop() {
      clearTimeout(timer);
      clearInterval(clock);
    },
  };
}

/** The last request, and its staleness key. */
interface LastRequest {
  readonly epoch: number | undefined;
  readonly phase: LifePhase;
  readonly wanted: unknown;
  readonly parts: readonly unknown[];
}

/** Equal, or of equal parts: lists and plain objects, two levels deep. */
function isSame(a: unknown, b: unknown, depth = 2): boolean {
  if (Object.is(a, b)) return true;
  if (depth === 0 || typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [left, right] = [Object.entries(a), Object.entries(b)];
  const others: Readonly<Record<string, unknown>> = { ...b };
  return left.length === right.length && left.every(([name, part]) => isSame(part, others[name], depth - 1));
}
