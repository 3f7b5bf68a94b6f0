import type { Setup } from '../../engine/config.ts';
import { DIRECTIONS, REPEAT_RULES } from '../../engine/network/readingChoices.ts';
import type { Reject } from './readOracle.ts';

/** Names in an address that tell how a file is read. */
export const READING_NAMES = ['direction', 'repeats'] as const;

/** The reading of a network of the user's, which waits for its file. */
export function readReading(given: URLSearchParams, reject: Reject): Pick<Setup, 'direction' | 'repeats'> {
  const oneOf = <Value extends string>(name: string, values: readonly Value[]): Value | undefined => {
    const text = given.get(name);
    const value = values.find(known => known === text);
    if (text !== null && value === undefined) reject(name, text, `choose ${values.join(', ')}`);
    return value;
  };
  const direction = oneOf('direction', DIRECTIONS);
  const repeats = oneOf('repeats', REPEAT_RULES);
  return { ...(direction && { direction }), ...(repeats && { repeats }) };
}
