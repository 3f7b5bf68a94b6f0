import type { ComparisonReport } from '../../../model/model.ts';
import type { CaseMeasure } from './caseMeasures.ts';
import type { GuardedCasesReport } from './compareGuardedCases.ts';
import type { Pairs } from './pairs.ts';
import type { Contrast } from './resampled.ts';

/** Tasks below which intervals from resamples of them are rough, and it is said. */
export const FEW_TASKS = 20;

/** True if intervals from resamples of this few tasks are rough. */
export const isIntervalRough = ({ a, b }: OfBoth<number>): boolean => Math.min(a, b) < FEW_TASKS;

/** Something of either set. */
export interface OfBoth<Of> {
  readonly a: Of;
  readonly b: Of;
}

/** A measure of the cases: the mean over tasks of the mean over a task's cases. */
export interface MeasureContrast extends Omit<CaseMeasure, 'of'>, Contrast {
  /** Tasks and cases that have it, of paired sets in both. */
  readonly tasks: OfBoth<number>;
  readonly cases: OfBoth<number>;
}

/** A state in both sets. */
export interface StateContrast {
  readonly state: string;
  readonly visits: OfBoth<number>;
  /** Of all visits, 0 to 1. */
  readonly share: Contrast;
  /** Median of its visits, in steps, and in milliseconds. */
  readonly steps: Contrast;
  readonly ms: Contrast;
  /** Visits with a known time. */
  readonly timed: OfBoth<number>;
}

/** A move between two states in both sets. */
export interface MoveContrast {
  readonly from: string;
  readonly to: string;
  readonly moves: OfBoth<number>;
  /** Moves a case. */
  readonly often: Contrast;
  /** Share of the moves out of its state, 0 to 1: the entry of the transition matrix. */
  readonly share: Contrast;
}

/**
 * A task with another outcome in B: successes, of the cases with a known outcome, and one that shows it, by its agent.
 */
export interface ChangedTask
  extends OfBoth<{ readonly succeeded: number; readonly of: number; readonly agent: number }> {
  readonly name: string;
}

/** Comparison of two sets of cases. Each task counts once, however many cases it has. */
export interface SetsReport extends ComparisonReport {
  readonly kind: 'recorded';
  readonly by: Pairs['by'];
  /** Tasks that are compared; of paired sets the same. */
  readonly tasks: OfBoth<number>;
  /** Their cases, and those of the whole sets. */
  readonly cases: OfBoth<number>;
  readonly all: OfBoth<number>;
  /** Endings of the compared cases, each case once; the rest are unknown. */
  readonly ended: OfBoth<{ readonly succeeded: number; readonly failed: number }>;
  /** Tasks that one set alone has: the first of them, and how many there are. */
  readonly only: OfBoth<{ readonly count: number; readonly names: readonly string[] }>;
  /** True if a task has several cases in a set. */
  readonly hasTrials: boolean;
  readonly measures: readonly MeasureContrast[];
  /** From failed to succeeded more than before, and less; the largest changes first. None of sets that are not paired. */
  readonly better: readonly ChangedTask[];
  readonly worse: readonly ChangedTask[];
  /** Tasks whose outcome is known in both. */
  readonly judged: number;
  /** True if the states of B are by the mapping of A, not by its own. */
  readonly hasOtherStates: boolean;
  /** Most visited first. */
  readonly states: readonly StateContrast[];
  /** The largest difference in moves a case first, at most 60; and how many there are. */
  readonly moves: readonly MoveContrast[];
  readonly movesInAll: number;
  /** Effect of a guard by all sessions of both sets, paired or not; null if none of them was drawn by one. */
  readonly guard: GuardedCasesReport | null;
}

/** The same for a measure that fewer tasks have than are compared. */
export const isMeasureRough = ({ tasks }: Pick<SetsReport, 'tasks'>, report: OfBoth<number>): boolean =>
  !isIntervalRough(tasks) && isIntervalRough(report);

/**
 * Reason for a difference without an interval; empty if each has one, or the report already says that there is only one
 * task.
 */
export const describeMissingIntervals = ({
  tasks,
  measures,
}: Pick<SetsReport, 'tasks' | 'measures'>): string =>
  Math.min(tasks.a, tasks.b) > 1 &&
  measures.some(({ difference, intervals }) => difference !== null && intervals.difference === null)
    ? 'No interval: hardly a task of one set differs from its others in that measure, or too few tasks have it, and such a sample does not show how far others may be.'
    : '';
