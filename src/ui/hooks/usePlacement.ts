import { useEffect, useMemo, useState } from 'react';
import type { RunConfig } from '../../engine/setup/config.ts';
import type { ChartInfo } from '../../workers/protocol/api.ts';
import type { ChartLike, Placement } from '../charts/placement.ts';
import { placeByHand } from '../model/getModelAppearance.ts';
import { getChartPlacementKey, LatePlacements } from '../model/latePlacement.ts';

const shared = new LatePlacements();
/** Milliseconds for which the sheet must keep its size before it is laid out. */
const SETTLED = 80;

/**
 * The chart on a sheet of the given size: placed by hand at once if the model's appearance does so; else automatically,
 * when ready. Until then the last placement of the same chart stays, or null. On a sheet of another size the states keep
 * their arrangement, unless another one is much better there.
 */
export function usePlacement(
  chart: (ChartInfo & Pick<ChartLike, 'isGrowing'>) | undefined,
  config: RunConfig | undefined,
  width: number,
  height: number,
  placements: LatePlacements = shared,
): Placement | null {
  const own = useMemo(
    () => (chart && config && width > 0 ? placeByHand(chart, config, width, height) : null),
    [chart, config, width, height],
  );
  const key = useMemo(() => (chart ? getChartPlacementKey(chart) : ''), [chart]);
  const [late, setLate] = useState<Late | null>(null);
  const sheet = `${width}×${height} ${key}`;
  const isSameChart = late?.key === key;
  const isPlaced = late?.sheet === sheet;
  const arrangement = isSameChart ? describeArrangement(late?.placement) : '';
  const name = `${sheet} ${arrangement}`;
  const known = own || isPlaced ? null : placements.known(name);
  const isThere = own !== null || known !== null || isPlaced;
  const isWanted = chart !== undefined && width > 0 && !isThere;
  useEffect(() => {
    if (!isWanted || !chart) return;
    let stop = () => {};
    const ask = () => {
      const keep = (placement: Placement) => setLate({ key, sheet, placement });
      // A chart that grows keeps what it can on the same sheet.
      const isKept = isSameChart || late?.sheet.startsWith(`${width}×${height} `);
      stop = placements.ask(name, chart, width, height, keep, isKept ? (late?.placement ?? null) : null);
    };
    const timer = setTimeout(ask, isSameChart ? SETTLED : 0);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [isWanted, sheet, placements]);
  // The next sheet goes by the placement that is shown.
  useEffect(() => {
    if (known !== null) setLate({ key, sheet, placement: known });
  }, [known]);
  return own ?? known ?? (isSameChart || hasSameStates(chart, late) ? (late?.placement ?? null) : null);
}

/** A chart that grows is drawn as before until it is laid out again, unless it has other states. */
const hasSameStates = (chart: ChartLike | undefined, late: Late | null): boolean =>
  chart?.isGrowing === true &&
  late !== null &&
  late.placement.states.map(({ state }) => state).join() === chart.states.join();

/** Names the cells of an automatic placement; '' for none. */
const describeArrangement = (placement: Placement | undefined): string =>
  placement?.grid === undefined
    ? ''
    : [placement.grid.columns, placement.grid.rows, ...placement.grid.cells.values()].join();

interface Late {
  readonly key: string;
  readonly sheet: string;
  readonly placement: Placement;
}
