/** A guard or an action that threw: counted, shown, and the run goes on. */
interface ChartFailure {
  readonly kind: 'guard' | 'action';
  readonly agent: number;
  /** Step of the table; a transition in a flat chart. */
  readonly transition: number;
  readonly tick: number;
  readonly message: string;
}

/** All failures so far, as plain data; only the first are kept with their message. */
export interface SavedFailures {
  readonly count: number;
  readonly kept: readonly ChartFailure[];
}

/** Most failures that are kept with their message; all are counted. */
const MAX_FAILURES = 100;

/** The failures of a machine. */
export class Failures {
  readonly kept: ChartFailure[] = [];
  count = 0;
  #isLooking = false;
  /** Guards that have thrown in this tick, by agent and transition. */
  readonly #threw = new Set<string>();

  add(failure: Omit<ChartFailure, 'message'>, error: unknown): void {
    this.count++;
    if (this.kept.length >= MAX_FAILURES) return;
    this.kept.push({ ...failure, message: error instanceof Error ? error.message : String(error) });
  }

  /** Records a guard that threw: once a tick for each agent, outside of ticks except in lookups. */
  addGuard(failure: Omit<ChartFailure, 'kind' | 'message'>, isInTick: boolean, error: unknown): void {
    const key = `${failure.agent} ${failure.transition}`;
    if (isInTick ? this.#threw.has(key) : this.#isLooking) return;
    if (isInTick) this.#threw.add(key);
    this.add({ kind: 'guard', ...failure }, error);
  }

  beginTick(): void {
    if (this.#threw.size > 0) this.#threw.clear();
  }

  /** Asks without playing: errors in the meantime are not failures, except within a tick. */
  look<T>(ask: () => T): T {
    const before = this.#isLooking;
    this.#isLooking = true;
    try {
      return ask();
    } finally {
      this.#isLooking = before;
    }
  }

  save(): SavedFailures {
    return { count: this.count, kept: [...this.kept] };
  }

  restore({ count, kept }: SavedFailures): void {
    this.count = count;
    this.kept.splice(0, this.kept.length, ...kept);
  }
}
