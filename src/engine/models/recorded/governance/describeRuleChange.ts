import { PRESET_RULES } from '../../../rules/presetRules.ts';
import type { StopRule } from '../../../rules/stopRule.ts';

/** A rule that was made of a preset. */
interface ChangedRule {
  /** Of the preset. */
  readonly id: string;
  readonly rule: StopRule;
}

/** The threshold of the preset, if the rule has another one; otherwise null. */
export function findPresetThreshold({ id, rule }: ChangedRule): number | null {
  const preset = PRESET_RULES.find(one => one.id === id)?.rule;
  if (preset === undefined || preset.rule === 'any' || rule.rule === 'any') return null;
  return preset.threshold === rule.threshold ? null : preset.threshold;
}

/**
 * The difference from the preset: "with threshold 4 instead of 3, not counting get_details_by_id"; empty for the preset as it is.
 * @param exemptions calls that it does not count, in words
 */
export function describeRuleChange(changed: ChangedRule, exemptions: readonly string[]): string {
  const { rule } = changed;
  const before = findPresetThreshold(changed);
  const threshold =
    before === null || rule.rule === 'any' ? '' : `with threshold ${rule.threshold} instead of ${before}`;
  return [threshold, describeExemptions(exemptions)].filter(Boolean).join(', ');
}

/** "not counting get_details_by_id"; empty for none. */
export const describeExemptions = (exemptions: readonly string[]): string =>
  exemptions.length === 0 ? '' : `not counting ${exemptions.join(', ')}`;
