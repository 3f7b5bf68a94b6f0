import type { StopRule } from '../../../rules/stopRule.ts';
import { computeShareInterval } from '../../../statistics/intervals/computeShareInterval.ts';
import { type Interval, TAIL } from '../../../statistics/intervals/interval.ts';
import type { PreparedCase } from './prepareCases.ts';
import { AmountSums, type Amounts, type Measure, SAVED_MEASURES } from './ruleAmounts.ts';
import { findFirstFiring, findStopAfterAdvice } from './stops.ts';

/** Cases of one set, and the rule that they are judged by. */
interface RulePart {
  readonly cases: readonly PreparedCase[];
  readonly rule: StopRule;
  /** Absent or null: a case is stopped at once; else after advice that was ignored so often. */
  readonly ignored?: number | null;
}

type Intervals = Readonly<Partial<Record<Measure, Interval | null>>>;

/** Shares of an amount; null if it, or its total, is unknown or zero. */
interface AmountShares {
  readonly ofAll: Readonly<Record<Measure, number | null>>;
  /** Of what the cases of the same outcome took. */
  readonly ofOutcome: Readonly<Record<Measure, number | null>>;
  /** 95 % intervals of both, for the requested measures; null if the share is. */
  readonly intervals: {
    readonly ofAll: Intervals;
    /** Of failed cases alone. */
    readonly ofOutcome: Intervals;
  };
}

/**
 * Effects that a rule would have had. Shares are 0 to 1; those that depend on an outcome are null if none is known.
 * Intervals are of 95 %, over tasks, since the cases of a task are alike.
 */
export interface RuleOutcomes {
  readonly cases: number;
  readonly failed: number;
  readonly succeeded: number;
  /** Cases without an outcome. */
  readonly unknown: number;
  /** Cases in which it holds before their last step. */
  readonly stopped: number;
  readonly stoppedFailed: number;
  /** Successes lost. */
  readonly stoppedSucceeded: number;
  readonly stoppedUnknown: number;
  /** Cases in which it holds at the last step for the first time: nothing is stopped. */
  readonly firesOnLast: number;
  /** Share of failures among the stopped cases whose outcome is known. */
  readonly precision: number | null;
  /** Mean share of failures among the cases of the same set that still went on at the step of a stop: stopping blindly there. */
  readonly chance: number | null;
  /** Share of the failed cases that are stopped. */
  readonly recall: number | null;
  /** Share of the successful cases that are stopped. */
  readonly falseAlarms: number | null;
  readonly intervals: {
    readonly precision: Interval | null;
    readonly recall: Interval | null;
    readonly falseAlarms: Interval | null;
  };
  /** Median of (step of the stop / steps). */
  readonly position: number | null;
  /** Amounts after the stop in all stopped cases, with any outcome. */
  readonly after: Amounts;
  /** The same in failed cases; null if no outcome is known. */
  readonly saved: Amounts | null;
  readonly savedShares: AmountShares | null;
  /** The same in successful cases. */
  readonly cut: Amounts | null;
  readonly cutShares: AmountShares | null;
}

/**
 * The rule on cases; for chance, those with the same label "set" are compared with each other.
 * @param measures those of whose shares intervals are made
 */
export const computeRuleOutcomes = (
  cases: readonly PreparedCase[],
  rule: StopRule,
  measures?: readonly Measure[],
): RuleOutcomes => tallyRule(cases, rule).outcomes(measures);

/** The same before it is summed up. */
export function tallyRule(
  cases: readonly PreparedCase[],
  rule: StopRule,
  ignored: number | null = null,
): RuleTally {
  const sets = new Map<string, PreparedCase[]>();
  for (const one of cases) {
    const set = one.source.labels.set ?? '';
    const known = sets.get(set);
    if (known === undefined) sets.set(set, [one]);
    else known.push(one);
  }
  const tally = new RuleTally();
  for (const part of sets.values()) tally.addPart({ cases: part, rule, ignored });
  return tally;
}

const CASE_OUTCOMES = ['failed', 'succeeded', 'unknown'] as const;
type CaseOutcome = (typeof CASE_OUTCOMES)[number];
const mapEachOutcome = <T>(make: () => T): Record<CaseOutcome, T> => ({
  failed: make(),
  succeeded: make(),
  unknown: make(),
});

/** Counts of a rule's effects on cases. */
export class RuleTally {
  readonly #tasks = new Map<string, TaskTally>();
  readonly #cases = mapEachOutcome(() => 0);
  readonly #stopped = mapEachOutcome(() => 0);
  readonly #took = mapEachOutcome(() => new AmountSums());
  readonly #after = mapEachOutcome(() => new AmountSums());
  readonly #allTook = new AmountSums();
  readonly #allAfter = new AmountSums();
  readonly #chances: number[] = [];
  readonly #positions: number[] = [];
  #last = 0;

  /** Counts the cases of a set. */
  addPart({ cases, rule, ignored = null }: RulePart): void {
    const alive = new Alive(cases);
    for (const one of cases) {
      const outcome = one.source.outcome ?? 'unknown';
      this.#cases[outcome]++;
      this.#took[outcome].add(one.total);
      this.#allTook.add(one.total);
      const task = this.#taskOf(one);
      task.cases[outcome]++;
      task.took[outcome].add(one.total);
      const step = ignored === null ? findFirstFiring(one, rule) : findStopAfterAdvice(one, rule, ignored);
      if (step === -1) continue;
      if (step === one.lastPlace) this.#last++;
      else {
        const after = one.ledger.from(step + 1);
        task.stopped[outcome]++;
        task.after[outcome].add(after);
        const done = countOwnSteps(one) - (after.steps ?? 0);
        this.#stop(one, outcome, done, after, alive.failedAt(done - 1));
      }
    }
  }

  #taskOf(one: PreparedCase): TaskTally {
    const key = getTaskKey(one);
    const known = this.#tasks.get(key) ?? new TaskTally();
    this.#tasks.set(key, known);
    return known;
  }

  #stop(one: PreparedCase, outcome: CaseOutcome, done: number, after: Amounts, chance: number | null): void {
    this.#stopped[outcome]++;
    this.#after[outcome].add(after);
    this.#allAfter.add(after);
    this.#positions.push(done / countOwnSteps(one));
    if (chance !== null) this.#chances.push(chance);
  }

  /** Its results. @param measures those of whose shares intervals are made: each takes a pass over all tasks */
  outcomes(measures: readonly Measure[] = SAVED_MEASURES): RuleOutcomes {
    const { failed, succeeded, unknown } = this.#cases;
    const stopped = this.#stopped;
    const judged = stopped.failed + stopped.succeeded;
    const isKnown = failed + succeeded > 0;
    return {
      cases: failed + succeeded + unknown,
      ...this.#cases,
      stopped: judged + stopped.unknown,
      stoppedFailed: stopped.failed,
      stoppedSucceeded: stopped.succeeded,
      stoppedUnknown: stopped.unknown,
      firesOnLast: this.#last,
      precision: computeShareOrNull(stopped.failed, judged),
      chance: computeShareOrNull(
        this.#chances.reduce((sum, one) => sum + one, 0),
        this.#chances.length,
      ),
      recall: computeShareOrNull(stopped.failed, failed),
      falseAlarms: computeShareOrNull(stopped.succeeded, succeeded),
      intervals: {
        precision: this.#interval(
          task => task.stopped.failed,
          task => task.stopped.failed + task.stopped.succeeded,
        ),
        recall: this.#interval(
          task => task.stopped.failed,
          task => task.cases.failed,
        ),
        falseAlarms: this.#interval(
          task => task.stopped.succeeded,
          task => task.cases.succeeded,
        ),
      },
      position: computeRuleMedian(this.#positions),
      after: this.#allAfter.partOf(this.#allTook),
      saved: isKnown ? this.#after.failed.partOf(this.#allTook) : null,
      savedShares: isKnown ? this.#shares('failed', measures) : null,
      cut: isKnown ? this.#after.succeeded.partOf(this.#allTook) : null,
      cutShares: isKnown ? this.#shares('succeeded', measures) : null,
    };
  }

  #shares(outcome: CaseOutcome, measures: readonly Measure[]): AmountShares {
    const part = this.#after[outcome].amounts;
    const [all, own] = [this.#allTook.amounts, this.#took[outcome].amounts];
    return {
      ofAll: computeSavedShares(part, all),
      ofOutcome: computeSavedShares(part, own),
      intervals: {
        ofAll: computeMeasureIntervals(measures, measure => this.#ofAll(outcome, measure, TAIL)),
        ofOutcome: computeMeasureIntervals(outcome === 'failed' ? measures : [], measure =>
          this.#ofOutcome(outcome, measure, TAIL),
        ),
      },
    };
  }

  /**
   * The interval for the share of all that it saves.
   * @param tail probability beyond either end; null if the share is
   */
  savedOfAll(measure: Measure, tail: number): Interval | null {
    return this.#cases.failed + this.#cases.succeeded === 0 ? null : this.#ofAll('failed', measure, tail);
  }

  #ofAll(outcome: CaseOutcome, measure: Measure, tail: number): Interval | null {
    const all = this.#allTook.of(measure);
    if (all === 0) return null;
    // Of none only cases of that outcome could have been otherwise.
    if (this.#after[outcome].of(measure) === 0) {
      const none = this.#ofOutcome(outcome, measure, tail);
      return none && [0, (none[1] * this.#took[outcome].of(measure)) / all];
    }
    return this.#interval(
      task => task.after[outcome].of(measure),
      task => CASE_OUTCOMES.reduce((sum, one) => sum + task.took[one].of(measure), 0),
      tail,
    );
  }

  #ofOutcome(outcome: CaseOutcome, measure: Measure, tail: number): Interval | null {
    return this.#interval(
      task => task.after[outcome].of(measure),
      task => task.took[outcome].of(measure),
      tail,
    );
  }

  #interval(
    part: (task: TaskTally) => number,
    whole: (task: TaskTally) => number,
    tail = TAIL,
  ): Interval | null {
    const tasks = [...this.#tasks.values()];
    return computeShareInterval(Float64Array.from(tasks, part), Float64Array.from(tasks, whole), tail);
  }
}

/** The same of the cases of one task. */
class TaskTally {
  readonly cases = mapEachOutcome(() => 0);
  readonly stopped = mapEachOutcome(() => 0);
  readonly took = mapEachOutcome(() => new AmountSums());
  readonly after = mapEachOutcome(() => new AmountSums());
}

const mapEachMeasure = <T>(of: (measure: Measure) => T): Record<Measure, T> => ({
  steps: of('steps'),
  calls: of('calls'),
  tokens: of('tokens'),
  usd: of('usd'),
  ms: of('ms'),
});

const computeMeasureIntervals = (
  measures: readonly Measure[],
  of: (measure: Measure) => Interval | null,
): Intervals => Object.fromEntries(measures.map(measure => [measure, of(measure)]));

const computeShareOrNull = (part: number, whole: number): number | null =>
  whole === 0 ? null : part / whole;

/** Nothing was saved of a known amount if no stopped case has any. */
function computeSavedShares(part: Amounts, whole: Amounts): Record<Measure, number | null> {
  return mapEachMeasure(measure =>
    whole[measure] === null ? null : computeShareOrNull(part[measure] ?? 0, whole[measure]),
  );
}

/** The upper one of two in the middle. */
function computeRuleMedian(values: readonly number[]): number | null {
  return Float64Array.from(values).sort()[values.length >> 1] ?? null;
}

/** Steps of a case's agent. */
const countOwnSteps = ({ total }: PreparedCase): number => total.steps ?? 0;

/** Which cases of a set still go on after a step, and how they will end. */
class Alive {
  /** By length in steps: cases that fail, and those whose end is known. */
  readonly #failed: number[] = [];
  readonly #known: number[] = [];

  /** Counts cases by their length. */
  constructor(cases: readonly PreparedCase[]) {
    const longest = cases.reduce((most, one) => Math.max(most, countOwnSteps(one)), 0);
    this.#failed = new Array(longest + 2).fill(0);
    this.#known = new Array(longest + 2).fill(0);
    for (const one of cases) {
      const { outcome } = one.source;
      if (outcome === null) continue;
      this.#known[countOwnSteps(one)]++;
      if (outcome === 'failed') this.#failed[countOwnSteps(one)]++;
    }
    for (let n = longest; n >= 0; n--) {
      this.#failed[n] += this.#failed[n + 1];
      this.#known[n] += this.#known[n + 1];
    }
  }

  /** Share of failures among the cases with steps after this one, from 0; null if none of their outcomes is known. */
  failedAt(step: number): number | null {
    const known = this.#known[step + 2] ?? 0;
    return known === 0 ? null : this.#failed[step + 2] / known;
  }
}

/** The task of a case; one without the label "task" is a task of its own. */
function getTaskKey({ source: { id, labels } }: PreparedCase): string {
  const { task, domain = '' } = labels;
  return JSON.stringify(task === undefined ? [id] : [domain, task]);
}

/** Cases of one task, in the order of its first case. */
export function groupCasesByTask(cases: readonly PreparedCase[]): PreparedCase[][] {
  const tasks = new Map<string, PreparedCase[]>();
  for (const one of cases) {
    const key = getTaskKey(one);
    const known = tasks.get(key);
    if (known === undefined) tasks.set(key, [one]);
    else known.push(one);
  }
  return [...tasks.values()];
}
