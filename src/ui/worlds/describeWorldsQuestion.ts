import type { RunInfo } from '../../workers/protocol/api.ts';
import { formatGroupedInteger, quoteText } from '../lib/formatCounts.ts';
import type { Worlds } from '../state/worldsState.ts';
import { describeDecider } from '../words/describeDecider.ts';
import { formatRoundNumber } from '../words/runClock.ts';
import { isDeciderComparison, isPairPlan } from './courses.ts';

/**
 * The question between the number of worlds and their last round: "worlds with the post again: new draws from Round 12".
 * @param Tick the model's word
 */
export function describeWorldsQuestion(
  worlds: Worlds,
  Tick: string,
  info: Pick<RunInfo, 'subject'> | undefined,
): string {
  const { arms, subject, from } = worlds.plan;
  const since = `${Tick} ${formatRoundNumber(from ?? 1)}`;
  if (worlds.sweep.length > 0) return `worlds of each of ${formatGroupedInteger(arms.length)} set-ups`;
  if (isDeciderComparison(worlds))
    return `worlds decided by ${describeDecider(arms[0].setup.oracle)} and by the built-in policy: other seeds`;
  if (isPairPlan(worlds))
    return `${from === null ? 'new societies' : 'worlds with the same past and new chance'}, with and without ${quoteText(worlds.change ?? '')}: ${from === null ? 'other seeds' : `new draws from ${since}`}${isAnswerChangePlan(worlds) ? '; without it that answer is drawn again as well' : ''}`;
  if (subject === null) return `new societies: this set-up by other seeds`;
  return `worlds with the same past and new chance: the ${info?.subject?.noun ?? subject} again, new draws from ${since}`;
}

/** True if the change is an answer of the first tick with new draws. */
function isAnswerChangePlan({ plan: { arms, from } }: Worlds): boolean {
  const [without, changed] = arms.map(
    ({ setup }) => setup.changes.filter(({ kind, tick }) => kind === 'answer' && tick === from).length,
  );
  return changed > without;
}
