import { DIRECTIONS, REPEAT_RULES } from '../../engine/network/reading/readingChoices.ts';
import type { Setup } from '../../engine/setup/config.ts';
import type { Reject } from './readOracleSetup.ts';

/** Names in an address that tell how a file is read. */
export const READING_NAMES = ['direction', 'repeats', 'groups'] as const;

/** Characters of an attribute's name. */
const LONG = 200;

/** The reading of a network of the user's, which waits for its file. */
export function readNetworkReading(
  given: URLSearchParams,
  reject: Reject,
): Pick<Setup, (typeof READING_NAMES)[number]> {
  const oneOf = <Value extends string>(name: string, values: readonly Value[]): Value | undefined => {
    const text = given.get(name);
    const value = values.find(known => known === text);
    if (text !== null && value === undefined) reject(name, text, `choose ${values.join(', ')}`);
    return value;
  };
  const direction = oneOf('direction', DIRECTIONS);
  const repeats = oneOf('repeats', REPEAT_RULES);
  const groups = given.get('groups');
  if (groups !== null && groups.length > LONG) reject('groups', groups, `has at most ${LONG} characters`);
  return {
    ...(direction && { direction }),
    ...(repeats && { repeats }),
    ...(groups !== null && groups.length <= LONG && { groups }),
  };
}
