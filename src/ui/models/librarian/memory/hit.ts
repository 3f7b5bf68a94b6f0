import { findTickAtX } from '../../../charts/timeScale.ts';
import { listLiveRuns, type MemoryRun, type Stack } from './layout.ts';
import { getMemoryPlotEnd, type MemoryPlot } from './plot.ts';
import { getMemoryRunEdges } from './room.ts';

/** Pixels by which a band may be missed. */
const NEAR = 3;

/** Id of the span under a point; null for none. */
export function findSpanAtPoint(plot: MemoryPlot, x: number, y: number): number | null {
  if (x < 0 || x > getMemoryPlotEnd(plot)) return null;
  const { layout, room, scale } = plot;
  const tick = findTickAtX(scale, x);
  return findNearestSpan(
    plot,
    y < room.base + (room.hang - room.base) / 2 ? layout.working : layout.storage,
    tick,
    y,
  );
}

function findNearestSpan({ room }: MemoryPlot, stack: Stack, tick: number, y: number): number | null {
  let best: MemoryRun | null = null;
  let least = NEAR;
  for (const run of listLiveRuns(stack, tick)) {
    const [top, bottom] = getMemoryRunEdges(room, run);
    const miss = Math.max(top - y, y - bottom, 0);
    if (miss > least || (best && miss === least && miss > 0)) continue;
    best = run;
    least = miss;
  }
  return best?.span.id ?? null;
}

/** Ids in a tick in the order in which the keyboard goes down through them: the newest of working memory first. */
export const listSpansAtTick = ({ layout }: Pick<MemoryPlot, 'layout'>, tick: number): readonly number[] => [
  ...listLiveRuns(layout.working, tick)
    .map(({ span }) => span.id)
    .reverse(),
  ...listLiveRuns(layout.storage, tick).map(({ span }) => span.id),
];
