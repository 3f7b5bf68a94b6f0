import type { PageState } from '../state/pageState.ts';

/** Rounds a second; 0 = as fast as it goes. */
export const SPEEDS = [1, 2, 4, 8, 12, 20, 40, 0] as const;
/** Position in SPEEDS. */
export const DEFAULT_SPEED = 2;

/** Above this many rounds a second single moves cannot be followed with the eye. */
const FAST = 12;

/** Rounds a second of a position in SPEEDS. */
export const getRoundsPerSecond = (speed: number): number => SPEEDS[speed] ?? 0;

/** True if the run plays too fast for single moves to be seen. */
export const isPlayingFast = ({
  phase,
  speed,
  target,
}: Pick<PageState, 'phase' | 'speed' | 'target'>): boolean =>
  phase === 'playing' &&
  (target !== null || getRoundsPerSecond(speed) === 0 || getRoundsPerSecond(speed) > FAST);
