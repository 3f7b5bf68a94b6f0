import { useEffect, useMemo, useRef, useState } from 'react';
import type { ChartOutline } from '../../engine/statechart/buildChartOutline.ts';
import type { Room } from '../charts/nested/nestedMeasures.ts';
import type { NestedPlacement } from '../charts/nested/nestedPlacement.ts';

/** Width of a sheet in pixels below which a chart is laid out without the texts that tips also have. */
const COMPACT = 700;
/** By how much a sheet must pass the edge of its class to be of another one: pixels, and powers of two of its shape. */
const BEYOND = { width: 40, aspect: 0.15 };
/** Layouts that are kept. */
const MAX_CACHED_LAYOUTS = 24;

/** Lays out a chart with hierarchy. */
type PlaceAll = (outline: ChartOutline, names: readonly string[], room: Room) => Promise<NestedPlacement>;

let worker: ((graph: object) => Promise<unknown>) | null = null;

const loadNestedPlacement: PlaceAll = async (outline, names, room) => {
  const [{ placeNestedChart }, { startLayout }] = await Promise.all([
    import('../charts/nested/placeNestedChart.ts'),
    import('../../workers/layout/startLayout.ts'),
  ]);
  worker ??= startLayout();
  const ask = worker;
  return placeNestedChart(outline, names, room, async graph => (await ask(graph)) as typeof graph);
};

/** Layouts of charts with hierarchy: each chart and class of sheet is laid out once, and kept. */
export class NestedPlacements {
  readonly #kept = new Map<string, Promise<NestedPlacement>>();
  readonly #known = new Map<string, NestedPlacement>();

  constructor(private readonly placeAll: PlaceAll = loadNestedPlacement) {}

  known(key: string): NestedPlacement | null {
    return this.#known.get(key) ?? null;
  }

  ask(key: string, ...chart: Parameters<PlaceAll>): Promise<NestedPlacement> {
    const asked = this.#kept.get(key) ?? this.placeAll(...chart);
    this.#kept.set(key, asked);
    if (this.#kept.size > MAX_CACHED_LAYOUTS) {
      const [oldest] = this.#kept.keys();
      this.#kept.delete(oldest);
      this.#known.delete(oldest);
    }
    asked.then(
      placement => this.#known.set(key, placement),
      () => this.#kept.delete(key),
    );
    return asked;
  }
}

const shared = new NestedPlacements();

/**
 * The class of a sheet: sheets of nearly the same shape share a layout.
 * @param before the class that it had; near the edge of that it stays, so that a layout does not change back and forth
 */
export function classifySheetRoom(
  width: number,
  height: number,
  agents: number,
  before: Room | null = null,
): Room {
  const shape = Math.log2(width / height);
  const isNear = before !== null && Math.abs(shape - Math.log2(before.aspect)) <= 0.25 + BEYOND.aspect;
  const edge = before === null ? COMPACT : COMPACT + (before.isCompact ? BEYOND.width : -BEYOND.width);
  return {
    aspect: isNear ? before.aspect : 2 ** (Math.round(shape * 2) / 2),
    isCompact: width < edge,
    agents,
  };
}

/** State of a layout: null while it is being made, at first; 'failed' if it cannot be made. */
export type Laid = NestedPlacement | 'failed' | null;

/**
 * A chart with hierarchy laid out for a sheet. While a layout for another class of sheet is being made, the last one of
 * the same chart stays.
 * @param names of its transitions, as they are shown
 */
export function useNestedPlacement(
  outline: ChartOutline | undefined,
  names: readonly string[],
  { width, height }: { readonly width: number; readonly height: number },
  agents: number,
  placements: NestedPlacements = shared,
): Laid {
  const chart = useMemo(() => (outline ? JSON.stringify([outline, agents]) : ''), [outline, agents]);
  const [late, setLate] = useState<{
    readonly chart: string;
    readonly key: string;
    readonly laid: Laid;
  } | null>(null);
  const isThere = outline !== undefined && width > 0 && height > 0;
  const former = useRef<{ readonly chart: string; readonly room: Room } | null>(null);
  const before = former.current?.chart === chart ? former.current.room : null;
  const room = classifySheetRoom(width || 1, height || 1, agents, before);
  if (isThere) former.current = { chart, room };
  const key = isThere ? JSON.stringify([room, names, chart]) : '';
  const known = isThere ? placements.known(key) : null;
  useEffect(() => {
    if (!outline || !isThere || known !== null) return;
    let isWanted = true;
    const tell = (laid: Laid) => {
      if (isWanted) setLate({ chart, key, laid });
    };
    placements.ask(key, outline, names, room).then(tell, () => tell('failed'));
    return () => {
      isWanted = false;
    };
  }, [key, placements]);
  if (known !== null) return known;
  return late !== null && late.chart === chart ? late.laid : null;
}
