import { InputError } from '../../../core/errors.ts';
import { Random } from '../../../core/random.ts';
import type { QueryTime } from '../../../model/createAgentModelQueries.ts';
import { PRESET_RULES } from '../../../rules/presetRules.ts';
import {
  type Compared,
  type PlainRule,
  RULE_KINDS,
  type RuleKind,
  type StopRule,
} from '../../../rules/stopRule.ts';
import type { Interval } from '../../../statistics/intervals/interval.ts';
import { areResultsMissing, isResultRule } from '../governance/missingResults.ts';
import { indexAgentsByCaseId, type PreparedCase } from '../governance/prepareCases.ts';
import { computeSelectionInterval } from '../governance/recommend.ts';
import type { Measure } from '../governance/ruleAmounts.ts';
import {
  computeRuleCurve,
  computeRuleOutcomes,
  groupCasesByTask,
  type RuleOutcomes,
  tallyRule,
} from '../governance/ruleOutcomes.ts';
import { findFirstFiring, findStoppedCases, type StoppedCase } from '../governance/stops.ts';
import { RecordedDomain } from '../recordedDomain.ts';
import type { RecordedState } from '../recordedState.ts';

/** Stopped cases that are listed; more are counted. */
const MOST_LISTED = 1000;
/** Thresholds of a curve. */
const THRESHOLDS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20];

/** The effect that a rule would have had on the recorded cases. */
export interface RuleRow {
  readonly id: string;
  readonly name: string;
  readonly rule: StopRule;
  readonly outcomes: RuleOutcomes;
  /** Unit of savings. */
  readonly measure: Measure;
  /** Of the share of all that it saves, 95 %, if it is chosen of all rules for that. */
  readonly savedIfChosen: Interval | null;
  /** True if it compares results, and the traces have none. */
  readonly lacksResults: boolean;
}

/** A case that the rule stops, by its agent; steps count from 1, without those that the mapping ignores. */
interface StoppedAgent extends Omit<StoppedCase, 'id' | 'step' | 'repeats'> {
  readonly agent: number;
  readonly step: number;
  readonly repeats: number | null;
}

/** One rule in full. */
export interface RuleReport extends Omit<RuleRow, 'lacksResults' | 'savedIfChosen'> {
  /** Null for a rule of several parts. */
  readonly curve: readonly { readonly threshold: number; readonly outcomes: RuleOutcomes }[] | null;
  readonly stopped: readonly StoppedAgent[];
  /** The rule as JSON, for the user's own agent. */
  readonly setting: string;
}

/** Effects of rules chosen on half of the tasks on the other half. */
export interface TunedReport {
  /** Null: none saves anything within the false alarms. */
  readonly rule: StopRule | null;
  readonly measure: Measure;
  readonly chosenOn: RuleOutcomes | null;
  readonly shownOn: RuleOutcomes | null;
}

type Rest = NonNullable<QueryTime['rest']>;
const skipPause: Rest = async () => undefined;

/** Effects of governance: all rules in a table. O(rules × steps). @param rest is awaited after each rule */
export async function buildRuleRows(
  { inputs }: RecordedState,
  rest: Rest = skipPause,
): Promise<readonly RuleRow[]> {
  const rows: RuleRow[] = [];
  const lack = areResultsMissing(inputs.prepared);
  const measure = selectSavingsMeasure(inputs);
  for (const { id, label, rule } of PRESET_RULES) {
    const lacksResults = lack && isResultRule(rule);
    const tally = tallyRule(inputs.prepared, rule);
    rows.push({
      ...{ id, name: label, rule, outcomes: tally.outcomes([measure]), measure, lacksResults },
      savedIfChosen: computeSelectionInterval(tally, measure, PRESET_RULES.length),
    });
    await rest();
  }
  return rows;
}

/** A rule by its id. @throws InputError for an unknown one */
export function getPresetRule(id: string): (typeof PRESET_RULES)[number] {
  const preset = PRESET_RULES.find(one => one.id === id);
  if (preset === undefined) throw new InputError(`no rule is called "${id}"`);
  return preset;
}

/** One rule, by its id. @param rest is awaited after each part @throws InputError for an unknown one */
export async function buildRuleReport(
  { inputs }: RecordedState,
  id: string,
  rest: Rest = skipPause,
): Promise<RuleReport> {
  const { label, rule } = getPresetRule(id);
  const { prepared } = inputs;
  const measure = selectSavingsMeasure(inputs);
  const outcomes = computeRuleOutcomes(prepared, rule, [measure]);
  await rest();
  const curve = rule.rule === 'any' ? null : await buildRuleCurve(inputs, rule, rest);
  const stopped = listStoppedAgents(inputs, rule).slice(0, MOST_LISTED);
  const setting = `${JSON.stringify(rule, null, 2)}\n`;
  return { id, name: label, rule, measure, outcomes, curve, stopped, setting };
}

async function buildRuleCurve(inputs: RecordedState['inputs'], rule: PlainRule, rest: Rest = skipPause) {
  const curve: ReturnType<typeof computeRuleCurve> = [];
  for (const threshold of listRuleThresholds(inputs, rule)) {
    curve.push(...computeRuleCurve(inputs.prepared, rule, [threshold]));
    await rest();
  }
  return curve;
}

function listStoppedAgents({ prepared }: RecordedState['inputs'], rule: StopRule): StoppedAgent[] {
  const agentOf = indexAgentsByCaseId(prepared);
  return findStoppedCases(prepared, rule).map(({ id, step, repeats, ...rest }) => {
    const agent = agentOf.get(id) ?? 0;
    const { places } = prepared[agent];
    const numberOf = (place: number) => places.indexOf(place) + 1;
    return { ...rest, agent, step: numberOf(step), repeats: repeats === null ? null : numberOf(repeats) };
  });
}

/** Rules chosen on one half of the tasks, shown on the other. @param falseAlarms largest share of successes that may be stopped; 2 % when absent */
export function buildTunedReport({ inputs, config }: RecordedState, falseAlarms?: number): TunedReport {
  const measure = selectSavingsMeasure(inputs);
  return {
    measure,
    ...tuneRules(inputs.prepared, {
      ...{ seed: config.seed, measure },
      ...(falseAlarms !== undefined && { falseAlarms }),
    }),
  };
}

/** Unit of savings: tokens, else steps. */
export const selectSavingsMeasure = ({ prepared }: RecordedState['inputs']): Measure =>
  prepared.some(({ total }) => (total.tokens ?? 0) > 0) ? 'tokens' : 'steps';

function listRuleThresholds({ prepared }: RecordedState['inputs'], { rule }: PlainRule): readonly number[] {
  const longest = prepared.reduce((most, { steps }) => Math.max(most, steps.length), 0);
  return THRESHOLDS.filter(threshold => threshold <= longest && (rule !== 'similar' || threshold > 1));
}

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
const TUNE_THRESHOLDS: Readonly<Record<RuleKind, readonly number[]>> = {
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
    TUNE_THRESHOLDS[rule].map(threshold => ({ rule, threshold, compare })),
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
