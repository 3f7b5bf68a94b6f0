import type { ParameterValue, Setup } from './config.ts';
import type { Oracle } from './oracle.ts';
import type { Run } from './run.ts';

/** Means by which a comparison plays runs. */
export interface Bench {
  /** A run of the same set-up and inputs before its warm-up, with some parameters replaced. */
  run(parameters: Readonly<Record<string, ParameterValue>>): Run;
  /** Oracle of a run whose questions are asked again. */
  oracleOf(run: Run): Oracle;
  /** Awaited between ticks, so that the caller can yield. */
  rest(): Promise<unknown>;
}

/** A table as the command line prints it: numbers stand at the right of their column. */
export interface ComparisonTable {
  readonly columns: readonly { readonly head: string; readonly width: number; readonly isRight: boolean }[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** A model's runs side by side: the same set-up under parameters that the comparison sets itself. */
export interface Comparison<Report = unknown> {
  /**
   * @param recorded name of the document that answers; null where an oracle is asked.
   * @throws InputError for a set-up that cannot be compared.
   */
  check(setup: Setup, recorded: string | null): void;
  /** Plays all that is compared, to its end. */
  compare(bench: Bench): Promise<Report>;
  /**
   * The same for a run that has been played, using the answers that it got. @throws InputError where some are
   * missing.
   */
  compareWith?(played: Run, bench: Bench): Promise<Report>;
  /** @param run one of the runs compared. */
  table(report: Report, run: Run): ComparisonTable;
  /** The comparison for programs, as JSON-compatible data. */
  summary(report: Report): object;
}
