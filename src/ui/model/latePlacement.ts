import type { ChartLike, Placement } from '../charts/placement.ts';

/**
 * Lays a chart out in the background; `pause` is awaited from time to time and throws once the layout is no longer
 * needed. `before` is the last placement of the chart, whose arrangement it keeps if it can.
 */
export type LayOut = (
  chart: ChartLike,
  width: number,
  height: number,
  pause: () => Promise<void>,
  before: Placement | null,
) => Promise<Placement>;

/** Milliseconds after which the plain placement is used instead. */
export const PLACEMENT_DEADLINE_MS = 5000;
/** Milliseconds of the page's time that a layout takes at once. */
const SLICE = 12;
/** Placements that are kept. */
const MAX_CACHED_PLACEMENTS = 24;

const loadPlacementCode: LayOut = async (...parts) =>
  (await import('../charts/automatic/placeAutomatically.ts')).placeAutomatically(...parts);

/** Placements that take time: each chart and size is laid out once, and kept. */
export class LatePlacements {
  private readonly kept = new Map<string, Placement>();

  constructor(private readonly layOut: LayOut = loadPlacementCode) {}

  /** A known placement; null if it must be requested. */
  known(key: string): Placement | null {
    return this.kept.get(key) ?? null;
  }

  /**
   * Calls `onPlaced` once, with the plain sheet if the layout fails or takes too long; never if that cannot be loaded
   * either.
   * @returns a function that gives up and drops a late result.
   */
  ask(
    key: string,
    chart: ChartLike,
    width: number,
    height: number,
    onPlaced: (placement: Placement) => void,
    before: Placement | null = null,
  ): () => void {
    let isOver = false;
    let isDropped = false;
    const placePlainly = async () => {
      const plain = await import('./placeFlatChart.ts').catch(() => null);
      if (plain && !isDropped) onPlaced(plain.placeFlatChart(chart, width, height));
    };
    const end = (placement: Placement | null) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      if (placement === null) return void placePlainly();
      this.keep(key, placement);
      onPlaced(placement);
    };
    const timer = setTimeout(() => end(null), PLACEMENT_DEADLINE_MS);
    this.layOut(
      chart,
      width,
      height,
      createTaskYielder(() => isOver),
      before,
    ).then(end, () => end(null));
    return () => {
      isOver = true;
      isDropped = true;
      clearTimeout(timer);
    };
  }

  private keep(key: string, placement: Placement): void {
    this.kept.set(key, placement);
    if (this.kept.size > MAX_CACHED_PLACEMENTS) this.kept.delete(this.kept.keys().next().value!);
  }
}

/** A key of everything that a chart's placement depends on, except the sheet. */
export const getChartPlacementKey = ({ states, transitions }: ChartLike): string =>
  JSON.stringify([
    states,
    transitions.map(({ source, target, trigger, wildcard = false, words, total }) => [
      source,
      target,
      trigger,
      wildcard,
      words?.label ?? '',
      total ?? -1,
    ]),
  ]);

/** Lets the page go on once the slice is spent. */
function createTaskYielder(isInVain: () => boolean): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (isInVain()) throw new Error('the layout is no longer needed');
    if (performance.now() - began < SLICE) return;
    await new Promise(resolve => setTimeout(resolve));
    began = performance.now();
  };
}
