import type { RunInfo } from '../../workers/protocol/api.ts';
import { grouped, inQuotes } from '../lib/words.ts';
import type { Worlds } from '../state/worldsState.ts';
import { roundNumber } from '../words/clock.ts';
import { deciderWords } from '../words/deciderWords.ts';
import { isOfDeciders, isPair } from './courses.ts';

/** What was asked, after the number of worlds: "worlds with the post again: chance anew from Round 12, up to Round 50". @param Tick the model's word */
export function questionWords(
  worlds: Worlds,
  Tick: string,
  info: Pick<RunInfo, 'subject'> | undefined,
): string {
  const { arms, subject, from, rounds } = worlds.plan;
  const since = `${Tick} ${roundNumber(from ?? 1)}`;
  if (worlds.sweep.length > 0)
    return `worlds of each of ${grouped(arms.length)} set-ups, up to ${Tick} ${rounds}`;
  if (isOfDeciders(worlds))
    return `worlds decided by ${deciderWords(arms[0].setup.oracle)} and by the built-in policy: other seeds, up to ${Tick} ${rounds}`;
  if (isPair(worlds))
    return `worlds with and without ${inQuotes(worlds.change ?? '')}: chance anew from ${since}, up to ${Tick} ${rounds}${isAnswered(worlds) ? '; without it that answer is chosen anew as well' : ''}`;
  if (subject === null) return `worlds of this set-up with other seeds, up to ${Tick} ${rounds}`;
  return `worlds with the ${info?.subject?.noun ?? subject} again: chance anew from ${since}, up to ${Tick} ${rounds}`;
}

/** Whether what changed is an answer of the tick from which chance is anew. */
function isAnswered({ plan: { arms, from } }: Worlds): boolean {
  const [without, changed] = arms.map(
    ({ setup }) => setup.changes.filter(({ kind, tick }) => kind === 'answer' && tick === from).length,
  );
  return changed > without;
}
