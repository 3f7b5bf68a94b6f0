import { Random } from '../../../core/random.ts';
import {
  type Compared,
  type PlainRule,
  RULE_KINDS,
  type RuleKind,
  type StopRule,
} from '../../../rules/stopRule.ts';
import { RecordedDomain } from '../recordedDomain.ts';
import { groupCasesByTask } from './groupCasesByTask.ts';
import type { PreparedCase } from './prepareCases.ts';
import type { Measure } from './ruleAmounts.ts';
import { computeRuleOutcomes, type RuleOutcomes } from './ruleOutcomes.ts';
import { findFirstFiring } from './stops.ts';

/** Rules chosen on one half of the cases, and what they do on the other, which they have not seen. */
interface Tuning {
  /** Null if no rule saves anything within the limit. */
  readonly rule: StopRule | null;
  readonly chosenOn: RuleOutcomes | null;
  readonly shownOn: RuleOutcomes | null;
}

/** Options for the choice of rules. */
interface TuningOptions {
  readonly seed: number;
  /** The measure of savings to maximise. */
  readonly measure: Measure;
  /** Largest share of successful cases that may be stopped; 2 % when absent. */
  readonly falseAlarms?: number;
  /** Most rules that are combined; 4 when absent. */
  readonly most?: number;
}

/** Two halves of the cases; the cases of a task are in the same one. Halves of tasks, not of cases. */
export function splitCasesInHalves(
  cases: readonly PreparedCase[],
  seed: number,
): [PreparedCase[], PreparedCase[]] {
  const random = new Random(seed, RecordedDomain.halves);
  const drawn = groupCasesByTask(cases).map((task, i) => ({ task, bits: random.bits(i, 0, 0) }));
  drawn.sort((a, b) => a.bits - b.bits);
  const tasks = drawn.map(({ task }) => task);
  const middle = Math.ceil(tasks.length / 2);
  return [tasks.slice(0, middle).flat(), tasks.slice(middle).flat()];
}

/**
 * Chooses on one half the rules that save most in failed cases, one after the other, as long as together they stop no
 * more successful cases than allowed.
 * @returns what they do on both halves
 */
export function tuneRules(cases: readonly PreparedCase[], options: TuningOptions): Tuning {
  const [own, other] = splitCasesInHalves(cases, options.seed);
  const of = chooseRules(own, options);
  if (of.length === 0) return { rule: null, chosenOn: null, shownOn: null };
  const rule: StopRule = of.length === 1 ? of[0] : { rule: 'any', of };
  const measures = [options.measure];
  return {
    rule,
    chosenOn: computeRuleOutcomes(own, rule, measures),
    shownOn: computeRuleOutcomes(other, rule, measures),
  };
}

/** Thresholds that are tried of each kind. */
const THRESHOLDS: Readonly<Record<RuleKind, readonly number[]>> = {
  in_a_row: [2, 3, 4, 5, 8, 12],
  in_run: [2, 3, 4, 5, 8],
  nothing_new: [1, 2, 3, 4],
  alternating: [2, 3],
  similar: [2, 3, 4],
  longer_than: [10, 20, 30, 40, 60],
};

/** Every rule that is tried. */
const CANDIDATES: readonly PlainRule[] = (Object.keys(RULE_KINDS) as RuleKind[]).flatMap(rule =>
  (RULE_KINDS[rule] as readonly Compared[]).flatMap(compare =>
    THRESHOLDS[rule].map(threshold => ({ rule, threshold, compare })),
  ),
);

function chooseRules(cases: readonly PreparedCase[], options: TuningOptions): PlainRule[] {
  const { measure, falseAlarms = 0.02, most = 4 } = options;
  const judged = cases.filter(({ source }) => source.outcome !== null);
  const worth = judged.map(one => listSavedByStep(one, measure));
  const limit = falseAlarms * judged.filter(({ source }) => source.outcome === 'succeeded').length;
  const fires = CANDIDATES.map(rule => judged.map(one => getStopPlace(one, rule)));
  const rules: PlainRule[] = [];
  let stops = judged.map(() => Number.POSITIVE_INFINITY);
  let best = 0;
  while (rules.length < most) {
    const tried = fires.map(own => own.map((step, i) => Math.min(step, stops[i])));
    const saved = tried.map(steps => sumSavedByStops(judged, steps, worth, limit));
    const top = saved.reduce((at, value, i) => (value > saved[at] ? i : at), 0);
    if (!(saved[top] > best)) break;
    best = saved[top];
    stops = tried[top];
    rules.push(CANDIDATES[top]);
  }
  return rules;
}

/** Infinity for a case that is not stopped. */
function getStopPlace(one: PreparedCase, rule: PlainRule): number {
  const step = findFirstFiring(one, rule);
  return step === -1 || step === one.lastPlace ? Number.POSITIVE_INFINITY : step;
}

/** Savings of a stop, by its step. */
const listSavedByStep = ({ source, ledger }: PreparedCase, measure: Measure): readonly number[] =>
  source.steps.map((_, step) => ledger.from(step + 1)[measure] ?? 0);

/** Saved in failed cases; −1 with more false alarms than the limit. */
function sumSavedByStops(
  cases: readonly PreparedCase[],
  stops: readonly number[],
  worth: readonly (readonly number[])[],
  limit: number,
): number {
  let [saved, alarms] = [0, 0];
  for (const [i, step] of stops.entries()) {
    if (step === Number.POSITIVE_INFINITY) continue;
    if (cases[i].source.outcome === 'failed') saved += worth[i][step];
    else alarms++;
  }
  return alarms > limit ? -1 : saved;
}
