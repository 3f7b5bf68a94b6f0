import { formatGroupedInteger, formatNounCount } from '../../../core/formatNounCount.ts';
import type { RecordedState } from '../recordedState.ts';
import { NEVER_TICK } from '../schedule.ts';

/** The unplayed part of the cases, in one line; null for none. */
export function describeUnplayedCases({ cases, next, schedule, isOver }: RecordedState): readonly string[] {
  if (isOver) return [];
  let [underWay, steps, tokens] = [0, 0, 0];
  for (const [c, one] of cases.entries()) {
    // Its end comes a tick after its last step.
    if (next[c] >= one.steps.length + (schedule.endOf[c] === NEVER_TICK ? 0 : 1)) continue;
    const left = one.steps.slice(next[c]);
    underWay++;
    steps += left.length;
    for (const { tokensIn, tokensOut } of left) tokens += (tokensIn ?? 0) + (tokensOut ?? 0);
  }
  if (underWay === 0) return [];
  const of = `${formatGroupedInteger(underWay)} of ${formatGroupedInteger(cases.length)} ${cases.length === 1 ? 'case is' : 'cases are'} still under way`;
  const cost = tokens > 0 ? ` and ${formatGroupedInteger(tokens)} tokens` : '';
  const what = `${formatNounCount(steps, 'step')}${cost}`;
  return [`${of}: ${what} come later, up to round ${formatGroupedInteger(schedule.lasts)}`];
}
