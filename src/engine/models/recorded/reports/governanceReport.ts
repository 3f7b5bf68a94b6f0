import { InputError } from '../../../core/errors.ts';
import { Random } from '../../../core/random.ts';
import type { QueryTime } from '../../../model/createAgentModelQueries.ts';
import { PRESET_RULES } from '../../../rules/presetRules.ts';
import {
  type Compared,
  describeStopRule,
  type PlainRule,
  RULE_KINDS,
  type RuleKind,
  type StopRule,
} from '../../../rules/stopRule.ts';
import type { Interval } from '../../../statistics/intervals/interval.ts';
import { isCallTool } from '../../../traces/guardSteps.ts';
import { type ExemptCall, exemptCases, getCallKind } from '../governance/exemptCases.ts';
import { computeHoldOut, type HeldOutReport } from '../governance/holdOut.ts';
import { areResultsMissing, isResultRule } from '../governance/missingResults.ts';
import { indexAgentsByCaseId, type PreparedCase } from '../governance/prepareCases.ts';
import { computeSelectionInterval, recommendRule } from '../governance/recommend.ts';
import type { Measure } from '../governance/ruleAmounts.ts';
import {
  computeRuleOutcomes,
  groupCasesByTask,
  type RuleOutcomes,
  type RuleTally,
  tallyRule,
} from '../governance/ruleOutcomes.ts';
import { findFirstFiring, findStoppedCases, type StoppedCase } from '../governance/stops.ts';
import { RecordedDomain } from '../recordedDomain.ts';
import type { RecordedState } from '../recordedState.ts';

/** Stopped cases that are listed; more are counted. */
const MAX_LISTED_CASES = 1000;
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

/** A rule to report on: the preset, its threshold if it is another one, and calls that it does not count. */
export interface RuleRequest {
  readonly id: string;
  /** Null: that of the preset. */
  readonly threshold: number | null;
  readonly exempt: readonly ExemptCall[];
}

/** A kind of call at which the rule stops cases, and what would be given up if it did not count. */
interface ExemptCandidate extends ExemptCall {
  /** "get_details_by_id", "Bash npm". */
  readonly words: string;
  readonly stoppedFailed: number;
  readonly stoppedSucceeded: number;
  /** Stops of cases of which nobody knows how they ended. */
  readonly stoppedUnknown: number;
  /** Share of all that is saved by these stops, 0 to 1; null if it is unknown. */
  readonly saved: number | null;
}

/** The threshold that saves most without losing a success and stops enough failures, among those of the curve. */
interface BestThreshold {
  readonly threshold: number;
  /** Of the share of all that it saves, 95 %, allowing for the choice among all thresholds. */
  readonly saved: Interval | null;
}

/** One rule in full. */
export interface RuleReport extends Omit<RuleRow, 'lacksResults' | 'savedIfChosen'>, RuleRequest {
  /** With the interval of the savings; null for a rule of several parts. */
  readonly curve: readonly { readonly threshold: number; readonly outcomes: RuleOutcomes }[] | null;
  /** Null if no threshold qualifies, or there is none to choose. */
  readonly best: BestThreshold | null;
  readonly heldOut: HeldOutReport | null;
  /** Of the rule without exemptions, most stopped first. */
  readonly exemptions: readonly ExemptCandidate[];
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

/**
 * Effects of governance: all rules in a table. O(rules × steps).
 * @param rest is awaited after each rule
 * @param exempt calls that no rule counts
 */
export async function buildRuleRows(
  { inputs }: RecordedState,
  rest: Rest = skipPause,
  exempt: readonly ExemptCall[] = [],
): Promise<readonly RuleRow[]> {
  const rows: RuleRow[] = [];
  const cases = exemptCases(inputs.prepared, exempt);
  const lack = areResultsMissing(inputs.prepared);
  const measure = selectSavingsMeasure(inputs);
  for (const { id, label, rule } of PRESET_RULES) {
    const lacksResults = lack && isResultRule(rule);
    const tally = tallyRule(cases, rule);
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
  if (preset === undefined)
    throw new InputError(
      `no rule is called "${id}"; there are ${PRESET_RULES.map(one => one.id).join(', ')}`,
    );
  return preset;
}

/** One rule, as it is asked about. @param rest is awaited after each part @throws InputError for an unknown one */
export async function buildRuleReport(
  { inputs, config }: RecordedState,
  { id, threshold, exempt }: RuleRequest,
  rest: Rest = skipPause,
): Promise<RuleReport> {
  const preset = getPresetRule(id);
  const isOther = threshold !== null && preset.rule.rule !== 'any' && threshold !== preset.rule.threshold;
  const rule = isOther ? { ...(preset.rule as PlainRule), threshold } : preset.rule;
  const cases = exemptCases(inputs.prepared, exempt);
  const measure = selectSavingsMeasure(inputs);
  const outcomes = computeRuleOutcomes(cases, rule, [measure]);
  await rest();
  const thresholds = rule.rule === 'any' ? [] : listRuleThresholds(inputs, rule);
  const curve = rule.rule === 'any' ? null : await buildRuleCurve(cases, rule, thresholds, measure, rest);
  const candidates =
    rule.rule === 'any'
      ? [{ threshold: null, rule }]
      : thresholds.map(one => ({ threshold: one, rule: { ...rule, threshold: one } }));
  const heldOut = await computeHoldOut(cases, candidates, measure, config.seed, rest);
  await rest();
  return {
    ...{ id, threshold, exempt, rule, measure, outcomes, heldOut },
    name: isOther ? describeStopRule(rule) : preset.label,
    curve: curve?.map(({ tally: _, ...one }) => one) ?? null,
    best: curve && findBestThreshold(curve, measure),
    exemptions: listExemptions(inputs, rule, measure, outcomes.savedShares !== null),
    stopped: listStoppedAgents(inputs.prepared, cases, rule).slice(0, MAX_LISTED_CASES),
    setting: `${JSON.stringify(rule, null, 2)}\n`,
  };
}

interface CurvePoint {
  readonly threshold: number;
  readonly outcomes: RuleOutcomes;
  readonly tally: RuleTally;
}

async function buildRuleCurve(
  cases: readonly PreparedCase[],
  rule: PlainRule,
  thresholds: readonly number[],
  measure: Measure,
  rest: Rest,
): Promise<readonly CurvePoint[]> {
  const curve: CurvePoint[] = [];
  for (const threshold of thresholds) {
    const tally = tallyRule(cases, { ...rule, threshold });
    curve.push({ threshold, outcomes: tally.outcomes([measure]), tally });
    await rest();
  }
  return curve;
}

function findBestThreshold(curve: readonly CurvePoint[], measure: Measure): BestThreshold | null {
  const { best } = recommendRule(curve, measure);
  if (best === null) return null;
  return { threshold: best.threshold, saved: computeSelectionInterval(best.tally, measure, curve.length) };
}

/** Kinds of calls that are listed. */
const MAX_EXEMPTIONS = 8;

function listExemptions(
  { prepared }: RecordedState['inputs'],
  rule: StopRule,
  measure: Measure,
  isOutcomeKnown: boolean,
): readonly ExemptCandidate[] {
  const byId = new Map(prepared.map(one => [one.source.id, one]));
  const all = prepared.reduce((sum, { total }) => sum + (total[measure] ?? 0), 0);
  const kinds = new Map<string, ExemptCandidate & { readonly amount: number }>();
  for (const { id, step, outcome, after } of findStoppedCases(prepared, rule)) {
    const stop = byId.get(id)?.source.steps[step];
    if (stop === undefined || !isCallTool(stop.tool)) continue;
    const kind = getCallKind(stop);
    const known = kinds.get(kind.words) ?? {
      ...kind,
      stoppedFailed: 0,
      stoppedSucceeded: 0,
      stoppedUnknown: 0,
      saved: null,
      amount: 0,
    };
    kinds.set(kind.words, {
      ...known,
      stoppedFailed: known.stoppedFailed + Number(outcome === 'failed'),
      stoppedSucceeded: known.stoppedSucceeded + Number(outcome === 'succeeded'),
      stoppedUnknown: known.stoppedUnknown + Number(outcome === null),
      amount: known.amount + (outcome === 'failed' ? (after[measure] ?? 0) : 0),
    });
  }
  return [...kinds.values()]
    .sort(
      (a, b) =>
        b.amount - a.amount || b.stoppedSucceeded - a.stoppedSucceeded || b.stoppedUnknown - a.stoppedUnknown,
    )
    .slice(0, MAX_EXEMPTIONS)
    .map(({ amount, ...kind }) => ({ ...kind, saved: all === 0 || !isOutcomeKnown ? null : amount / all }));
}

/** @param whole the same cases with all their steps, whose numbers are shown */
function listStoppedAgents(
  whole: readonly PreparedCase[],
  cases: readonly PreparedCase[],
  rule: StopRule,
): StoppedAgent[] {
  const agentOf = indexAgentsByCaseId(whole);
  return findStoppedCases(cases, rule).map(({ id, step, repeats, ...rest }) => {
    const agent = agentOf.get(id) ?? 0;
    const { places } = whole[agent];
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
