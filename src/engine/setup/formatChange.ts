import type { Change } from './config.ts';

/** The word in place of a parameter's name for an answer that is given. */
export const ANSWER = 'answer';

/** The word in place of a parameter's name for another seed of chance. */
export const CHANCE = 'chance';

/**
 * A change as it stands in an address and on the command line: `12:liking:3` for a parameter from round 12 on,
 * `12:answer:agent_005:reply` for an answer in it, `12:remove_post:post_012` for what is done to the model's world,
 * `12:chance:7` for another seed of chance. What
 * comes last may have colons of its own.
 */
export function formatChange(change: Change): string {
  const { tick } = change;
  if (change.kind === undefined) return `${tick}:${change.name}:${change.value}`;
  if (change.kind === 'answer') return `${tick}:${ANSWER}:${change.agent}:${change.answer}`;
  if (change.kind === 'chance') return `${tick}:${CHANCE}:${change.seed}`;
  return `${tick}:${change.name}:${change.on.join()}`;
}
