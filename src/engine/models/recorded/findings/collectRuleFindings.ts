import { proposeGuardPolicy } from '../../../guard/proposeGuardPolicy.ts';
import { PRESET_RULES } from '../../../rules/presetRules.ts';
import { describeStopRule } from '../../../rules/stopRule.ts';
import { areResultsMissing, isResultRule } from '../governance/missingResults.ts';
import { recommendRule } from '../governance/recommend.ts';
import type { RecordedState } from '../recordedState.ts';
import {
  buildRuleReport,
  buildRuleRows,
  buildTunedReport,
  type RuleReport,
  selectSavingsMeasure,
} from '../reports/governanceReport.ts';
import type { RuleFindings, SetFindings } from './setFindings.ts';

/** The rule of the report if none is recommended. */
const USUAL_RULE = 'careful';
const MAX_POLICY_NAME_LENGTH = 60;

/** Effects of one rule. @param id null for the recommended rule, else the usual one @throws InputError for an unknown id */
export async function collectRuleFindings(
  state: RecordedState,
  id: string | null,
  set: string,
  rest: () => Promise<unknown>,
): Promise<RuleFindings> {
  const { prepared } = state.inputs;
  const rows = await buildRuleRows(state, rest);
  const best = recommendRule(rows, selectSavingsMeasure(state.inputs)).best?.id ?? null;
  const report = await buildRuleReport(
    state,
    { id: id ?? best ?? USUAL_RULE, threshold: null, exempt: [] },
    rest,
  );
  const { rule, curve } = report;
  return {
    ...{ id: report.id, name: report.name, condition: describeStopRule(rule), outcomes: report.outcomes },
    savedIfChosen: rows.find(row => row.id === report.id)?.savedIfChosen ?? null,
    among: PRESET_RULES.length,
    isRecommended: report.id === best,
    lacksResults: isResultRule(rule) && areResultsMissing(prepared),
    threshold: rule.rule === 'any' ? null : rule.threshold,
    curve:
      curve?.map(({ threshold, outcomes }) => ({
        threshold,
        failed: outcomes.stoppedFailed,
        unknown: outcomes.stoppedUnknown,
        succeeded: outcomes.stoppedSucceeded,
      })) ?? null,
    setting: report.setting,
    policy: writeShadowPolicy(report, state.inputs.report.mappingText, set),
  };
}

/** A policy that stops nothing yet, and notes what it would have done. */
function writeShadowPolicy(
  { id, rule, measure, outcomes }: RuleReport,
  mapping: string,
  set: string,
): string {
  const { cases, failed, succeeded, unknown, stoppedFailed, stoppedSucceeded, stoppedUnknown } = outcomes;
  const saved = outcomes.savedShares;
  const name = set.replace(/[^\p{L}\p{N}_.-]+/gu, '-').slice(0, MAX_POLICY_NAME_LENGTH);
  const policy = proposeGuardPolicy({
    ...{ name, id, rule, act: 0, advises: true, mapping: JSON.parse(mapping) },
    evidence: {
      traces: name,
      measure,
      on_all: {
        ...{ cases, failed, succeeded, unknown },
        stopped_failed: stoppedFailed,
        stopped_succeeded: stoppedSucceeded,
        stopped_unknown: stoppedUnknown,
        false_alarms_95: outcomes.intervals.falseAlarms,
        saved_share: saved?.ofAll[measure] ?? null,
        saved_share_95: saved?.intervals.ofAll[measure] ?? null,
      },
    },
  });
  return `${JSON.stringify(policy, null, 2)}\n`;
}

/** Rules chosen on one half of the tasks, and their effect on the other. */
export function collectHoldOut(state: RecordedState): SetFindings['holdOut'] {
  const { rule, chosenOn, shownOn } = buildTunedReport(state);
  return { condition: rule === null ? null : describeStopRule(rule), chosenOn, shownOn };
}
