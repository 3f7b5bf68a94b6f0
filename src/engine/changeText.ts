import type { Change } from './config.ts';

/** The word in place of a parameter's name for an answer that is given. */
export const ANSWER = 'answer';

/**
 * A change as it stands in an address and on the command line: `12:liking:3` for a parameter from round 12 on,
 * `12:answer:agent_005:reply` for an answer in it, `12:remove_post:post_012` for what is done to the model's world. What
 * comes last may have colons of its own.
 */
export function changeText(change: Change): string {
  const { tick } = change;
  if (change.kind === undefined) return `${tick}:${change.name}:${change.value}`;
  if (change.kind === 'answer') return `${tick}:${ANSWER}:${change.agent}:${change.answer}`;
  return `${tick}:${change.name}:${change.on.join()}`;
}
