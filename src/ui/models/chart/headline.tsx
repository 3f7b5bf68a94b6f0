import { useCalmPage, usePage } from '../../hooks/hooks.ts';
import { formatGroupedInteger, formatNounCount } from '../../lib/words.ts';
import { getCurrentAppearance } from '../../model/looks.ts';
import { getViewedTick, isLookingBack } from '../../state/shown.ts';
import { Whereabouts } from '../../views/inspector/Whereabouts.tsx';
import { getChartPart } from './chartPart.ts';

/** Where most are, and whether anything can still happen. */
export function Sentence() {
  const head = useCalmPage(state => Math.max(0, getViewedTick(state)));
  const agents = usePage(({ run }) => run?.info.config.agents ?? 0);
  const rests = usePage(state => state.phase !== 'playing' && !isLookingBack(state));
  const isOver = useCalmPage(state => getCurrentAppearance(state).isOver(state));
  return (
    <>
      <b>Tick {formatGroupedInteger(head)}</b>: of {formatGroupedInteger(agents)}, <Whereabouts tick={head} />
      {isOver ? '; nothing more can happen' : head === 0 && rests && '; press Play'}.
    </>
  );
}

/** What they follow, and on what. */
export function Chip() {
  const chart = usePage(({ run }) => run?.info.chart.name ?? '');
  const region = usePage(({ run }) => run?.info.chart.region);
  const network = usePage(({ run }) => run?.info.config.networkInfo);
  // Before the first frame nobody knows.
  const asks = usePage(state => getChartPart(state).frame?.asks ?? true);
  return (
    <>
      chart {chart}
      {region && region.names.length > 1 && `, ${region.names.length} regions`}
      {network && `, ${formatNounCount(network.edges, 'link')}`}
      {!asks && '; nobody is asked'}
    </>
  );
}
