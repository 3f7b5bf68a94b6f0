import type { FindingsChoices } from '../../../model/findings.ts';
import { PRESET_RULES } from '../../../rules/presetRules.ts';
import { describeStopRule, type StopRule } from '../../../rules/stopRule.ts';
import { describeExemptions, describeRuleChange } from '../governance/describeRuleChange.ts';
import { listCallWords } from '../governance/exemptCases.ts';
import { areResultsMissing, isResultRule } from '../governance/missingResults.ts';
import { recommendRule, USUAL_RULE } from '../governance/recommend.ts';
import { selectSavingsInterval } from '../governance/selectSavingsInterval.ts';
import type { RecordedState } from '../recordedState.ts';
import {
  buildRuleReport,
  buildRuleRows,
  buildTunedReport,
  selectSavingsMeasure,
} from '../reports/governanceReport.ts';
import type { FindingsNames } from './findingsNames.ts';
import type { RuleFindings, SetFindings } from './setFindings.ts';
import { writeRulePolicy } from './writeRulePolicy.ts';

/** Effects of the chosen rule; without one, of the recommended or the usual one. @throws InputError for an unknown id */
export async function collectRuleFindings(
  state: RecordedState,
  { rule: id, threshold = null, exempt = [] }: FindingsChoices,
  { file, names }: { readonly file: string; readonly names: FindingsNames },
  rest: () => Promise<unknown>,
): Promise<RuleFindings> {
  const { prepared } = state.inputs;
  const rows = await buildRuleRows(state, rest, exempt);
  const best = recommendRule(rows, selectSavingsMeasure(state.inputs)).best?.id ?? null;
  const report = await buildRuleReport(state, { id: id ?? best ?? USUAL_RULE, threshold, exempt }, rest);
  const { rule, curve } = report;
  const saved = selectSavingsInterval(report, rows);
  const exemptions = exempt.map(one =>
    listCallWords(one)
      .map(word => names.label(word, 'call'))
      .join(' '),
  );
  return {
    ...{
      id: report.id,
      name: report.name,
      condition: describeRuleWithExemptions(rule, exemptions),
      change: describeRuleChange(report, exemptions),
      outcomes: report.outcomes,
    },
    saved,
    among: PRESET_RULES.length,
    isRecommended: saved.bestOf?.noun === 'rule',
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
    hasExemptions: exempt.length > 0,
    // It stops nothing yet, and notes what it would have done.
    policy: writeRulePolicy(report, {
      ...{ act: 0, mapping: state.inputs.report.mappingText, file },
      savings: saved,
    }),
  };
}

/** "the same call 3 times in a row, not counting get_details_by_id" */
const describeRuleWithExemptions = (rule: StopRule, exemptions: readonly string[]): string =>
  [describeStopRule(rule), describeExemptions(exemptions)].filter(Boolean).join(', ');

/** Rules chosen on one half of the tasks, and their effect on the other. */
export function collectHoldOut(state: RecordedState): SetFindings['holdOut'] {
  const { rule, chosenOn, shownOn } = buildTunedReport(state);
  return { condition: rule === null ? null : describeStopRule(rule), chosenOn, shownOn };
}
