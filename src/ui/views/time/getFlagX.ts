import type { Tick } from '../../../engine/core/indices.ts';
import { convertTickToX, type TimeScale } from '../../charts/timeScale.ts';
import type { PageState } from '../../state/pageState.ts';

/** Width of a flag on the time axis, pixels. */
export const FLAG = 10;

/** Position of a tick's flag: at its beginning, in pixels from the plot's left edge. */
export const getFlagX = (scale: TimeScale, tick: Tick): number =>
  convertTickToX(scale, tick - 1) + scale.pixels / 2;

/** Ticks from which something is otherwise: a change, who decides, another text. One may stand there twice. */
export const listFlaggedTicks = ({ run, branch }: Pick<PageState, 'run' | 'branch'>): readonly Tick[] =>
  run === null
    ? []
    : [
        ...(branch?.isOtherText ? [1] : []),
        ...[...run.setup.changes, ...(run.info.handOvers ?? [])].map(({ tick }) => tick),
      ];
