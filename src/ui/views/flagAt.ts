import type { Tick } from '../../engine/indices.ts';
import type { PageState } from '../store/pageState.ts';
import { type TimeScale, xOf } from '../timeScale.ts';

/** Width of a flag on the time axis, pixels. */
export const FLAG = 10;

/** Where the flag of a tick stands: at its beginning, pixels from the plot's left edge. */
export const flagAt = (scale: TimeScale, tick: Tick): number => xOf(scale, tick - 1) + scale.pixels / 2;

/** Ticks from which something is otherwise: a change, or who decides. One may stand there twice. */
export const flaggedTicks = ({ run }: Pick<PageState, 'run'>): readonly Tick[] =>
  run === null ? [] : [...run.setup.changes, ...(run.info.handOvers ?? [])].map(({ tick }) => tick);
