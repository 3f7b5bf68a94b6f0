import { type Interval, wilson } from '../../../worlds/intervals.ts';
import { Alive } from './alive.ts';
import { type Amounts, MEASURES, type Measure, Sums } from './amounts.ts';
import type { PreparedCase } from './prepare.ts';
import type { StopRule } from './rule.ts';
import { firstFire } from './stops.ts';

/** Cases of one set, and the rule that they are judged by. */
interface RulePart {
  readonly cases: readonly PreparedCase[];
  readonly rule: StopRule;
}

/** Shares of an amount; null where it, or what it is a share of, is unknown or nothing. */
interface AmountShares {
  readonly ofAll: Readonly<Record<Measure, number | null>>;
  /** Of what the cases of the same outcome took. */
  readonly ofOutcome: Readonly<Record<Measure, number | null>>;
}

/** What a rule would have done. Shares are 0 to 1; what takes an outcome to know is null where none is known. */
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
  /** Of the precision, 95 %. */
  readonly interval: Interval | null;
  /** Mean share of failures among the cases of the same set that still went on at the step of a stop: stopping blindly there. */
  readonly chance: number | null;
  /** Share of the failed cases that are stopped. */
  readonly recall: number | null;
  /** Share of the successful cases that are stopped. */
  readonly falseAlarms: number | null;
  /** Median of (step of the stop / steps). */
  readonly position: number | null;
  /** What came after the stop in all stopped cases, whatever their outcome. */
  readonly after: Amounts;
  /** The same in failed cases; null where no outcome is known. */
  readonly saved: Amounts | null;
  readonly savedShares: AmountShares | null;
  /** The same in successful cases. */
  readonly cut: Amounts | null;
  readonly cutShares: AmountShares | null;
}

/** The rule on cases; for chance, those with the same label "set" are compared with each other. */
export function outcomesOf(cases: readonly PreparedCase[], rule: StopRule): RuleOutcomes {
  const sets = new Map<string, PreparedCase[]>();
  for (const one of cases) {
    const set = one.source.labels.set ?? '';
    const known = sets.get(set);
    if (known === undefined) sets.set(set, [one]);
    else known.push(one);
  }
  return outcomesOfParts([...sets.values()].map(part => ({ cases: part, rule })));
}

/** The same for several sets, each with a rule of its own: one that was learned elsewhere. */
export function outcomesOfParts(parts: readonly RulePart[]): RuleOutcomes {
  const tally = new Tally();
  for (const part of parts) tally.addPart(part);
  return tally.outcomes();
}

const OUTCOMES = ['failed', 'succeeded', 'unknown'] as const;
type Known = (typeof OUTCOMES)[number];
const perOutcome = <T>(make: () => T): Record<Known, T> => ({
  failed: make(),
  succeeded: make(),
  unknown: make(),
});

class Tally {
  readonly #cases = perOutcome(() => 0);
  readonly #stopped = perOutcome(() => 0);
  readonly #took = perOutcome(() => new Sums());
  readonly #after = perOutcome(() => new Sums());
  readonly #allTook = new Sums();
  readonly #allAfter = new Sums();
  readonly #chances: number[] = [];
  readonly #positions: number[] = [];
  #last = 0;

  addPart({ cases, rule }: RulePart): void {
    const alive = new Alive(cases);
    for (const one of cases) {
      const outcome = one.source.outcome ?? 'unknown';
      this.#cases[outcome]++;
      this.#took[outcome].add(one.total);
      this.#allTook.add(one.total);
      const step = firstFire(one, rule);
      if (step === -1) continue;
      if (step === one.source.steps.length - 1) this.#last++;
      else this.#stop(one, outcome, step, alive.failedAt(step));
    }
  }

  #stop({ source, ledger }: PreparedCase, outcome: Known, step: number, chance: number | null): void {
    const after = ledger.from(step + 1);
    this.#stopped[outcome]++;
    this.#after[outcome].add(after);
    this.#allAfter.add(after);
    this.#positions.push((step + 1) / source.steps.length);
    if (chance !== null) this.#chances.push(chance);
  }

  outcomes(): RuleOutcomes {
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
      precision: shareOf(stopped.failed, judged),
      interval: judged === 0 ? null : wilson(stopped.failed, judged, 1.96),
      chance: shareOf(
        this.#chances.reduce((sum, one) => sum + one, 0),
        this.#chances.length,
      ),
      recall: shareOf(stopped.failed, failed),
      falseAlarms: shareOf(stopped.succeeded, succeeded),
      position: medianOf(this.#positions),
      after: this.#allAfter.amounts,
      saved: isKnown ? this.#after.failed.amounts : null,
      savedShares: isKnown ? this.#shares('failed') : null,
      cut: isKnown ? this.#after.succeeded.amounts : null,
      cutShares: isKnown ? this.#shares('succeeded') : null,
    };
  }

  #shares(outcome: Known): AmountShares {
    const part = this.#after[outcome].amounts;
    return {
      ofAll: sharesOf(part, this.#allTook.amounts),
      ofOutcome: sharesOf(part, this.#took[outcome].amounts),
    };
  }
}

const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** Nothing was saved of an amount that is known where no stopped case has any. */
function sharesOf(part: Amounts, whole: Amounts): Record<Measure, number | null> {
  const shares = MEASURES.map(one => [one, whole[one] === null ? null : shareOf(part[one] ?? 0, whole[one])]);
  return Object.fromEntries(shares);
}

/** The upper one of two in the middle. */
function medianOf(values: readonly number[]): number | null {
  return Float64Array.from(values).sort()[values.length >> 1] ?? null;
}
