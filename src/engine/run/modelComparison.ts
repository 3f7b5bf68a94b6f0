import type { ModelState } from '../model/model.ts';
import type { Oracle } from '../oracle/oracle.ts';
import type { ParameterValues } from '../parameters/parameterDefinition.ts';
import type { Setup } from '../setup/config.ts';
import type { Run } from './run.ts';

/** Means by which a comparison plays runs. */
export interface ComparisonBench<State extends ModelState = ModelState> {
  /** A run of the same set-up and inputs before its warm-up, with some parameters replaced. */
  run(parameters: ParameterValues): Run<State>;
  /** Oracle that answers a run's questions: one of the same kind for each run. */
  oracleOf(run: Run<State>): Oracle | Promise<Oracle>;
  /** Awaited between ticks, so that the caller can yield. */
  rest(): Promise<unknown>;
}

/** A table as the command line prints it: numbers stand at the right of their column. */
export interface ComparisonTable {
  readonly columns: readonly { readonly head: string; readonly width: number; readonly isRight: boolean }[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** A model's runs side by side: the same set-up under parameters that the comparison sets itself. */
export interface ModelComparison<Report = unknown, State extends ModelState = ModelState> {
  /**
   * @param recorded name of the document with the answers; null if an oracle is asked.
   * @throws InputError for a set-up that cannot be compared.
   */
  check(setup: Setup, recorded: string | null): void;
  /** Plays all that is compared, to its end. */
  compare(bench: ComparisonBench<State>): Promise<Report>;
  /**
   * The same with a run that has been played as one of the compared ones, if answers cost something.
   * @throws InputError for a run that is not over.
   */
  compareWith?(played: Run<State>, bench: ComparisonBench<State>): Promise<Report>;
  /** @param run one of the runs compared. */
  table(report: Report, run: Run<State>): ComparisonTable;
  /** The comparison for programs, as JSON-compatible data. */
  summary(report: Report): object;
}
