import { useCalmPage, usePage } from '../../hooks/hooks.ts';
import { counted, grouped } from '../../lib/words.ts';
import { lookNow } from '../../model/looks.ts';
import { looksBack, shownTick } from '../../state/shown.ts';
import { Whereabouts } from '../../views/inspector/Whereabouts.tsx';
import { chartOf } from './chartPart.ts';

/** Where most are, and whether anything can still happen. */
export function Sentence() {
  const head = useCalmPage(state => Math.max(0, shownTick(state)));
  const agents = usePage(({ run }) => run?.info.config.agents ?? 0);
  const rests = usePage(state => state.phase !== 'playing' && !looksBack(state));
  const isOver = useCalmPage(state => lookNow(state).isOver(state));
  return (
    <>
      <b>Tick {grouped(head)}</b>: of {grouped(agents)}, <Whereabouts tick={head} />
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
  const asks = usePage(state => chartOf(state).frame?.asks ?? true);
  return (
    <>
      chart {chart}
      {region && region.names.length > 1 && `, ${region.names.length} regions`}
      {network && `, ${counted(network.edges, 'link')}`}
      {!asks && '; nobody is asked'}
    </>
  );
}
