import { useEffect, useMemo, useRef, useState } from 'react';
import { usePage, usePageStore } from '../../../hooks/hooks.ts';
import { findSearchedAgents } from '../../../store/found.ts';
import { computeVisibleOrder } from '../../../views/time/TimelineTools.tsx';
import { WORKFLOW } from '../workflowPart.ts';
import { computeRowsThatFit } from './plot.ts';

/** The window onto the agents' rows, and how it scrolls; ranks count from 0 in the order of the timelines. */
export interface ExchangeRows {
  /** Agents on the screen, top first. */
  readonly agents: readonly number[];
  readonly pitch: number;
  readonly first: number;
  readonly all: number;
  readonly rankOf: ReadonlyMap<number, number>;
  agentAt(rank: number): number | undefined;
  scroll(by: number): void;
  show(rank: number): void;
}

/**
 * The rows that fit, in the order of the timelines; an agent selected into the inspector is brought into
 * view.
 */
export function useExchangeRows(height: number): ExchangeRows {
  const store = usePageStore();
  const run = usePage(state => state.run);
  const order = usePage(state => state.order);
  const pinned = usePage(state => state.pinned);
  const chosen = usePage(state => state.selection.agents);
  const [top, setTop] = useState(0);
  const found = usePage(findSearchedAgents);
  const movers = usePage(state => state.movers);
  const sorted = useMemo(
    () => computeVisibleOrder(run, order, pinned, chosen, found, movers),
    [run, order, pinned, chosen, found, movers],
  );
  const { count, pitch } = computeRowsThatFit(height, sorted.length);
  const first = Math.max(0, Math.min(top, sorted.length - count));
  const agents = useMemo(() => sorted.slice(first, first + count), [sorted, first, count]);
  const rankOf = useMemo(() => new Map(sorted.map((agent, rank) => [agent, rank])), [sorted]);
  useEffect(() => {
    store.getState().know(WORKFLOW, { shown: agents });
  }, [store, agents, run]);
  const show = (rank: number) => {
    if (rank >= 0 && (rank < first || rank >= first + count))
      setTop(Math.max(0, Math.min(rank - (count >> 1), sorted.length - count)));
  };
  const one = chosen.length === 1 ? chosen[0] : -1;
  const rank = rankOf.get(one) ?? -1;
  const shown = useRef(-1);
  useEffect(() => {
    if (one === shown.current || (one >= 0 && (rank < 0 || count === 0))) return;
    shown.current = one;
    if (one < 0) setTop(0);
    else show(rank);
  });
  return {
    agents,
    pitch,
    first,
    all: sorted.length,
    rankOf,
    agentAt: at => sorted[at],
    scroll: by => setTop(Math.max(0, Math.min(sorted.length - count, first + by))),
    show,
  };
}
