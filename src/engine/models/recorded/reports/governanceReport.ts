import { InputError } from '../../../core/errors.ts';
import type { QueryTime } from '../../../model/createAgentModelQueries.ts';
import { PRESET_RULES } from '../../../rules/presetRules.ts';
import type { PlainRule, StopRule } from '../../../rules/stopRule.ts';
import type { Interval } from '../../../statistics/intervals/interval.ts';
import { computeRuleCurve } from '../governance/computeRuleCurve.ts';
import { areResultsMissing, isResultRule } from '../governance/missingResults.ts';
import { indexAgentsByCaseId } from '../governance/prepareCases.ts';
import { computeSelectionInterval } from '../governance/recommend.ts';
import type { Measure } from '../governance/ruleAmounts.ts';
import { computeRuleOutcomes, type RuleOutcomes, tallyRule } from '../governance/ruleOutcomes.ts';
import { findStoppedCases, type StoppedCase } from '../governance/stops.ts';
import { tuneRules } from '../governance/tune.ts';
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
  /** The rule as JSON, for one's own agent. */
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
