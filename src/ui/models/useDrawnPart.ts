import { useMemo, useRef } from 'react';
import type { RunConfig } from '../../engine/config.ts';
import type { ChartInfo } from '../../workers/api.ts';
import type { Placement } from '../charts/placement.ts';
import { usePage } from '../hooks.ts';
import type { DrawnPart } from './look.ts';
import { lookNow } from './looks.ts';
import { usePlacement } from './usePlacement.ts';

interface Drawn {
  readonly placement: Placement | null;
  /** Null: the whole chart is drawn. */
  readonly part: DrawnPart | null;
}

/**
 * The chart, or the part of it that is to be drawn, on a sheet of the given size. While another part is laid out, what
 * is left of the last one stays.
 */
export function useDrawnPart(
  chart: ChartInfo | undefined,
  config: RunConfig | undefined,
  width: number,
  height: number,
): Drawn {
  const { drawnPart } = usePage(lookNow);
  const part = usePage(state => (chart && drawnPart?.(state)) ?? null);
  const isAwaited = drawnPart !== undefined && part === null;
  const laid = usePlacement(isAwaited ? undefined : (part?.chart ?? chart), config, width, height);
  const last = useRef<{ readonly chart: ChartInfo | undefined; readonly placement: Placement } | null>(null);
  if (laid !== null) last.current = { chart, placement: laid };
  const before = last.current?.chart === chart ? (last.current?.placement ?? null) : null;
  const rest = useMemo(
    () => (laid === null && before !== null && part !== null ? restOf(before, part) : before),
    [laid, before, part],
  );
  return { placement: laid ?? rest, part };
}

/** A placement without the lines that the part does not have. */
function restOf(placement: Placement, { chart }: DrawnPart): Placement {
  const drawn = new Set(chart.transitions.map(({ source, target }) => `${source}>${target}`));
  return { ...placement, edges: placement.edges.filter(({ key }) => drawn.has(key)) };
}
