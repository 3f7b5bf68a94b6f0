import { parseSuccessOutcome } from '../lists/messageList.ts';
import type { TraceSink } from '../traceReading.ts';
import type { StepDraft } from '../traceSteps.ts';
import type { TraceOutcome } from '../traces.ts';

/** Names that say of a column of outcomes that it is about cases: "case:outcome", "case_outcome". */
const OF_CASE = /^case\b|^case[_ :]?outcome$/i;

/**
 * The outcomes on the rows of a log. A column that is the same on all rows of each case has the outcomes of cases; one
 * that differs within a case has those of calls.
 */
export class RowOutcomes {
  private readonly ofCases = new Map<string, TraceOutcome>();
  private readonly ofSteps: { readonly step: StepDraft; readonly outcome: TraceOutcome }[] = [];
  /** The last column that was met, and whether it is about cases: most logs have one. */
  private met: { readonly column: string | null; readonly isOfCase: boolean } | null = null;
  /** The column that differs within a case. */
  private differing: string | null = null;

  constructor(private readonly sink: TraceSink) {}

  add(id: string, step: StepDraft | null, value: unknown, column: string | null): void {
    const outcome = parseSuccessOutcome(value);
    if (outcome === null) return;
    const known = this.ofCases.get(id);
    this.ofCases.set(id, outcome);
    if (this.met?.column !== column) this.met = { column, isOfCase: this.isOfCase(column) };
    if (this.met.isOfCase || column === null) return;
    if (step !== null) this.ofSteps.push({ step, outcome });
    if (known !== undefined && known !== outcome) this.differing ??= column;
  }

  private isOfCase(column: string | null): boolean {
    return column === null || OF_CASE.test(column) || column === this.sink.reading.columns?.outcome;
  }

  /** Gives each call its outcome if they belong to calls. @returns the outcomes of cases otherwise */
  end(): ReadonlyMap<string, TraceOutcome> {
    if (this.differing === null) return this.ofCases;
    for (const { step, outcome } of this.ofSteps) step.failed ??= outcome === 'failed';
    const name = JSON.stringify(this.differing);
    this.sink.note(
      `the column ${name} differs within cases, so it is taken for the outcome of each call; {"columns": {"outcome": ${name}}} in a reading takes the last one for the outcome of the case`,
    );
    return new Map();
  }
}
