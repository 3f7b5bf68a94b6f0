import type { RuleFigures, RuleHolder, RuleInFull, RulesSummary } from '../../../model/rulesSummary.ts';
import { MIN_STOPPED_CASES } from '../../../rules/findEvidenceGap.ts';
import { readStopRule } from '../../../rules/readStopRule.ts';
import { describeStopRule } from '../../../rules/stopRule.ts';
import type { Interval } from '../../../statistics/intervals/interval.ts';
import { findHealthyRepeats } from '../governance/findHealthyRepeats.ts';
import { areResultsMissing, WITHOUT_RESULTS } from '../governance/missingResults.ts';
import { recommendRule } from '../governance/recommend.ts';
import { type Measure, SAVED_MEASURES } from '../governance/ruleAmounts.ts';
import { type RuleOutcomes, tallyRule } from '../governance/ruleOutcomes.ts';
import { findStoppedCases } from '../governance/stops.ts';
import { isCaseEndUnknown } from '../isCaseEndUnknown.ts';
import type { RecordedState } from '../recordedState.ts';
import {
  buildRuleReport,
  buildRuleRows,
  buildTunedReport,
  getPresetRule,
  selectSavingsMeasure,
  splitCasesInHalves,
} from './governanceReport.ts';

/** Effects of governance, as figures with names. */
export function reportRules(state: RecordedState): RulesSummary {
  const measure = selectSavingsMeasure(state.inputs);
  return {
    measure,
    lack: areResultsMissing(state.inputs.prepared) ? WITHOUT_RESULTS : null,
    mapping: JSON.parse(state.inputs.report.mappingText),
    agents: () =>
      state.inputs.prepared.map(({ source, total }) => ({
        ...{ name: source.id, outcome: source.outcome, amounts: { ...total } },
      })),
    async all() {
      const rows = await buildRuleRows(state);
      const { best, tooFew } = recommendRule(rows, measure);
      const hasOutcomes = rows.some(({ outcomes }) => outcomes.succeeded > 0);
      return {
        rules: rows.map(({ id, name, outcomes, savedIfChosen }) => ({
          ...{ id, name },
          figures: {
            ...buildRuleFigures(outcomes, measure),
            ...toIntervalFigures('saved_share_if_chosen', savedIfChosen),
          },
        })),
        recommended: hasOutcomes ? { id: best?.id ?? null, tooFew, fewest: MIN_STOPPED_CASES } : null,
      };
    },
    one: id => reportRuleInFull(state, id),
    holders: id => listRuleHolders(state, id),
    afterAdvice(setting, ignored, on) {
      const { prepared } = state.inputs;
      const cases = on === 'all' ? prepared : splitCasesInHalves(prepared, state.config.seed)[1];
      const tally = tallyRule(cases, readStopRule(setting), ignored);
      return buildRuleFigures(tally.outcomes([measure]), measure);
    },
    healthyRepeats: () => findHealthyRepeats(splitCasesInHalves(state.inputs.prepared, state.config.seed)[0]),
    async tuned(falseAlarms) {
      const { rule, chosenOn, shownOn } = buildTunedReport(state, falseAlarms);
      return {
        setting: rule,
        chosenOn: chosenOn && buildRuleFigures(chosenOn, measure),
        shownOn: shownOn && buildRuleFigures(shownOn, measure),
      };
    },
  };
}

async function reportRuleInFull(state: RecordedState, asked: string): Promise<RuleInFull> {
  const { id, name, measure, outcomes, rule, stopped } = await buildRuleReport(state, {
    id: asked,
    threshold: null,
    exempt: [],
  });
  return {
    ...{ id, name, setting: rule },
    figures: buildRuleFigures(outcomes, measure),
    stopped: stopped.map(({ agent, outcome, step, repeats, after }) => ({
      ...{ agent, name: state.cases[agent].id, outcome, step, repeats, after },
    })),
  };
}

function listRuleHolders({ inputs }: RecordedState, id: string): readonly RuleHolder[] {
  const { rule } = getPresetRule(id);
  const underWay = inputs.prepared.filter(({ source }) => isCaseEndUnknown(source));
  return findStoppedCases(underWay, rule, () => true).map(({ id: name, step, repeats, rule: held }) => ({
    ...{ name, step: step + 1, repeats: repeats === null ? null : repeats + 1 },
    reason: describeStopRule(held),
  }));
}

function buildRuleFigures(report: RuleOutcomes, measure: Measure): RuleFigures {
  const { intervals, savedShares, cutShares } = report;
  return {
    ...{ cases: report.cases, failed: report.failed, succeeded: report.succeeded, unknown: report.unknown },
    ...{
      stopped: report.stopped,
      stopped_failed: report.stoppedFailed,
      stopped_succeeded: report.stoppedSucceeded,
    },
    ...{ stopped_unknown: report.stoppedUnknown, fires_on_last: report.firesOnLast },
    precision: report.precision,
    ...toIntervalFigures('precision', intervals.precision),
    ...{
      chance: report.chance,
      recall: report.recall,
      false_alarms: report.falseAlarms,
      position: report.position,
    },
    ...prefixFigures('saved', report.saved),
    ...prefixFigures('saved_share', savedShares?.ofAll),
    ...prefixFigures('saved_of_failed', savedShares?.ofOutcome),
    ...prefixFigures('cut', report.cut),
    ...prefixFigures('cut_share', cutShares?.ofAll),
    ...prefixFigures('after', report.after),
    ...toIntervalFigures('recall', intervals.recall),
    ...toIntervalFigures('false_alarms', intervals.falseAlarms),
    ...toIntervalFigures('saved_share', savedShares?.intervals.ofAll[measure]),
    ...toIntervalFigures('saved_of_failed', savedShares?.intervals.ofOutcome[measure]),
    ...toIntervalFigures('cut_share', cutShares?.intervals.ofAll[measure]),
  };
}

/** Amounts as `saved_tokens` and the like. */
const prefixFigures = (name: string, amounts: RuleFigures | null | undefined): RuleFigures =>
  Object.fromEntries(SAVED_MEASURES.map(measure => [`${name}_${measure}`, amounts?.[measure] ?? null]));

/** Both ends of an interval. */
const toIntervalFigures = (name: string, interval: Interval | null | undefined): RuleFigures => ({
  [`${name}_low`]: interval?.[0] ?? null,
  [`${name}_high`]: interval?.[1] ?? null,
});
