import { areWordSetsSimilar, extractWordSet, type KeyName } from './createRuleJudge.ts';
import type { StepKeys } from './stepKeyer.ts';
import { type PlainRule, USUAL_LIKENESS, USUAL_WINDOW } from './stopRule.ts';

/**
 * The step that the one at which a rule holds repeats: the first of a series, the first that was equal, the first of
 * the turns.
 * @returns its place among the steps; null for a rule that looks for no repetition
 */
export function findRepeatedStep(steps: readonly StepKeys[], at: number, rule: PlainRule): number | null {
  const { compare, threshold } = rule;
  const calls = steps.flatMap(({ isMessage }, i) => (!isMessage && i <= at ? [i] : []));
  if (rule.rule === 'longer_than') return null;
  if (rule.rule === 'similar') return findFirstSimilarStep(steps, calls, rule);
  if (compare === 'error' && rule.rule === 'in_run') return calls.find(i => steps[i].failed) ?? null;
  if (rule.rule === 'in_a_row') return findSeriesStart(steps, at, rule);
  const key = compare as KeyName;
  if (rule.rule === 'alternating') return calls.at(-2 * threshold) ?? null;
  return calls.find(i => steps[i][key] === steps[at][key]) ?? null;
}

/** Beginning of the series that ends here. */
function findSeriesStart(steps: readonly StepKeys[], at: number, { compare }: PlainRule): number {
  const now = steps[at];
  let first = at;
  for (let i = at - 1; i >= 0; i--) {
    const { isMessage, failed, call } = steps[i];
    if (compare === 'error' && isMessage) continue;
    const goesOn =
      compare === 'error'
        ? failed
        : compare === 'call_error'
          ? !isMessage && failed && call === now.call
          : (compare === 'state' || !isMessage) && steps[i][compare as KeyName] === now[compare as KeyName];
    if (!goesOn) break;
    first = i;
  }
  return first;
}

function findFirstSimilarStep(
  steps: readonly StepKeys[],
  calls: readonly number[],
  rule: PlainRule,
): number | null {
  const { likeness = USUAL_LIKENESS, window = USUAL_WINDOW } = rule;
  const at = calls[calls.length - 1];
  const words = extractWordSet(steps[at].args);
  const alike = (i: number) =>
    steps[i].tool === steps[at].tool && areWordSetsSimilar(words, extractWordSet(steps[i].args), likeness);
  return calls.slice(-window - 1, -1).find(alike) ?? null;
}
