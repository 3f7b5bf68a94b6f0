import type { FindingsChoices } from '../../../model/findings.ts';
import { PRESET_RULES } from '../../../rules/presetRules.ts';
import { describeStopRule } from '../../../rules/stopRule.ts';
import { areResultsMissing, isResultRule } from '../governance/missingResults.ts';
import { recommendRule, USUAL_RULE } from '../governance/recommend.ts';
import type { RecordedState } from '../recordedState.ts';
import {
  buildRuleReport,
  buildRuleRows,
  buildTunedReport,
  type RuleReport,
  selectSavingsMeasure,
} from '../reports/governanceReport.ts';
import type { RuleFindings, SetFindings } from './setFindings.ts';
import { writeRulePolicy } from './writeRulePolicy.ts';

/** Effects of the chosen rule; without one, of the recommended or the usual one. @throws InputError for an unknown id */
export async function collectRuleFindings(
  state: RecordedState,
  { rule: id, threshold = null, exempt = [] }: FindingsChoices,
  file: string,
  rest: () => Promise<unknown>,
): Promise<RuleFindings> {
  const { prepared } = state.inputs;
  const rows = await buildRuleRows(state, rest);
  const best = recommendRule(rows, selectSavingsMeasure(state.inputs)).best?.id ?? null;
  const report = await buildRuleReport(state, { id: id ?? best ?? USUAL_RULE, threshold, exempt }, rest);
  const { rule, curve } = report;
  const isOwn = threshold !== null || exempt.length > 0;
  return {
    ...{
      id: report.id,
      name: report.name,
      condition: describeRuleWithExemptions(report),
      outcomes: report.outcomes,
    },
    // The rules were tried as they are.
    savedIfChosen: isOwn ? null : (rows.find(row => row.id === report.id)?.savedIfChosen ?? null),
    among: PRESET_RULES.length,
    isRecommended: !isOwn && report.id === best,
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
    // It stops nothing yet, and notes what it would have done.
    policy: writeRulePolicy(report, { act: 0, mapping: state.inputs.report.mappingText, file }),
  };
}

/** "the same call 3 times in a row, not counting get_details_by_id" */
function describeRuleWithExemptions({ rule, exempt, exemptions }: RuleReport): string {
  const words = exempt.map(
    ({ tool, args }) => exemptions.find(one => one.tool === tool && one.args === args)?.words ?? tool,
  );
  return `${describeStopRule(rule)}${words.length === 0 ? '' : `, not counting ${words.join(', ')}`}`;
}

/** Rules chosen on one half of the tasks, and their effect on the other. */
export function collectHoldOut(state: RecordedState): SetFindings['holdOut'] {
  const { rule, chosenOn, shownOn } = buildTunedReport(state);
  return { condition: rule === null ? null : describeStopRule(rule), chosenOn, shownOn };
}
