import type { Change } from './config.ts';

/** The word in place of a parameter's name for an answer that is given. */
export const ANSWER = 'answer';

/**
 * A change as it stands in an address and on the command line: `12:liking:3` for a parameter from round 12 on,
 * `12:answer:agent_005:reply` for an answer in it. What comes last may have colons of its own.
 */
export const changeText = (change: Change): string =>
  change.kind === undefined
    ? `${change.tick}:${change.name}:${change.value}`
    : `${change.tick}:${ANSWER}:${change.agent}:${change.answer}`;
