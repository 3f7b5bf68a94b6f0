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
const KEPT = 100;

/** The failures of a machine. */
export class Failures {
  readonly kept: ChartFailure[] = [];
  count = 0;

  add(failure: Omit<ChartFailure, 'message'>, error: unknown): void {
    this.count++;
    if (this.kept.length >= KEPT) return;
    this.kept.push({ ...failure, message: error instanceof Error ? error.message : String(error) });
  }

  save(): SavedFailures {
    return { count: this.count, kept: [...this.kept] };
  }

  restore({ count, kept }: SavedFailures): void {
    this.count = count;
    this.kept.splice(0, this.kept.length, ...kept);
  }
}
