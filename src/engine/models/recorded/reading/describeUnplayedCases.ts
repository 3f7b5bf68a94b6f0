import { formatCountedNoun, formatGroupedNumber } from '../../../model/formatCountedNoun.ts';
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
  const of = `${formatGroupedNumber(underWay)} of ${formatGroupedNumber(cases.length)} ${cases.length === 1 ? 'case is' : 'cases are'} still under way`;
  const cost = tokens > 0 ? ` and ${formatGroupedNumber(tokens)} tokens` : '';
  const what = `${formatCountedNoun(steps, 'step')}${cost}`;
  return [`${of}: ${what} come later, up to round ${formatGroupedNumber(schedule.lasts)}`];
}
