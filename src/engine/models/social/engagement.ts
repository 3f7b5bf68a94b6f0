import { InputError } from '../../errors.ts';

/** Name of the column with the least interest, 0 to 1, at which a person engages with a post. */
export const ENGAGEMENT = 'engagement_threshold';
/** Initial engagement threshold of a person in the data model. */
export const DEFAULT_ENGAGEMENT = 0.5;

/** @throws InputError, naming the person, for a value not between 0 and 1. */
export function checkEngagement(agent: number, value: number): number {
  if (!(value >= 0 && value <= 1))
    throw new InputError(`${ENGAGEMENT} of agent ${agent + 1} is ${value}, needs 0.0 to 1.0`);
  return value;
}
