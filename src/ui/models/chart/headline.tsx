import { Fragment } from 'react';
import { useCalmPage, usePage } from '../../hooks.ts';
import type { PageState } from '../../store/pageState.ts';
import { counted, grouped } from '../../words/words.ts';
import { lookNow } from '../looks.ts';
import { chartOf } from './chartPart.ts';

/** Most states that the headline names. */
const NAMED = 3;

interface Share {
  readonly state: string;
  readonly count: number;
}

/** States by how many are in them, most first; ties in the chart's order. */
function sharesOf({ run, head }: PageState): readonly Share[] {
  if (run === null) return [];
  return run.info.chart.states
    .map((state, i) => ({ state, count: run.columns.count(head, i) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
}

/** Where most are, and whether anything can still happen. */
export function Sentence() {
  const head = useCalmPage(state => Math.max(0, state.head));
  const told = useCalmPage(state => JSON.stringify(sharesOf(state)));
  const agents = usePage(({ run }) => run?.info.config.agents ?? 0);
  const rests = usePage(state => state.phase !== 'playing');
  const isOver = useCalmPage(state => lookNow(state).isOver(state));
  const shares = JSON.parse(told) as readonly Share[];
  const named = shares.slice(0, NAMED);
  const others = shares.slice(NAMED).reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <b>Tick {grouped(head)}</b>: of {grouped(agents)}{' '}
      {named.map(({ state, count }, i) => (
        <Fragment key={state}>
          {i > 0 && ', '}
          <b>{grouped(count)}</b> {state}
        </Fragment>
      ))}
      {others > 0 && `, ${grouped(others)} elsewhere`}
      {isOver ? '; nothing more can happen' : head === 0 && rests && '; press Play'}.
    </>
  );
}

/** What they follow, and on what. */
export function Chip() {
  const chart = usePage(({ run }) => run?.info.chart.name ?? '');
  const region = usePage(({ run }) => run?.info.chart.region);
  const network = usePage(({ run }) => run?.info.config.networkInfo);
  const asks = usePage(state => chartOf(state).frame?.asks ?? false);
  return (
    <>
      chart {chart}
      {region && region.names.length > 1 && `, ${region.names.length} regions`}
      {network && `, ${counted(network.edges, 'link')}`}
      {!asks && '; nobody is asked'}
    </>
  );
}
