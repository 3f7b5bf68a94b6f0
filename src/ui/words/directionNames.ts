import type { Direction } from '../../engine/network/reading/edgeReading.ts';

/** Names of the directions in which the edges of a file may be read. */
export const DIRECTION_NAMES: Readonly<Record<Direction, string>> = {
  follows: 'First follows second',
  followed: 'Second follows first',
  both: 'Both ways',
};
