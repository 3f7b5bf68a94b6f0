import { useEffect, useMemo, useRef, useState } from 'react';
import { ROW } from '../../charts/timelines.ts';
import { usePage, usePageStore } from '../../hooks/hooks.ts';
import { getCurrentAppearance } from '../../model/looks.ts';
import { findSearchedAgents } from '../../store/found.ts';
import { computeVisibleOrder } from './TimelineTools.tsx';

/** Agents on the rows of the timelines. */
interface TimelineRows {
  /** All rows, top first, and those on the screen. */
  readonly rows: readonly number[];
  readonly visible: readonly number[];
  /** The first row on the screen, and how many fit. */
  readonly first: number;
  readonly fitting: number;
  scrollTo(row: number): void;
}

/**
 * The rows that fit; an agent selected into the inspector is brought into view. @param height for all of
 * them, pixels.
 */
export function useTimelineRows(height: number): TimelineRows {
  const store = usePageStore();
  const [top, setTop] = useState(0);
  const order = usePage(state => state.order);
  const run = usePage(state => state.run);
  const pinned = usePage(state => state.pinned);
  const chosen = usePage(state => state.selection.agents);
  const found = usePage(findSearchedAgents);
  const movers = usePage(state => state.movers);
  const folded = usePage(state => getCurrentAppearance(state).timelines.folded?.(state) ?? null);
  const rows = useMemo(
    () => computeVisibleOrder(run, order, pinned, chosen, found, movers, folded),
    [run, order, pinned, chosen, found, movers, folded],
  );
  const fitting = Math.max(0, Math.floor(height / ROW));
  const first = Math.max(0, Math.min(top, rows.length - fitting));
  const visible = useMemo(() => rows.slice(first, first + fitting), [rows, first, fitting]);
  useEffect(() => store.getState().showRows(visible), [store, visible]);
  useEffect(() => setTop(before => Math.max(0, Math.min(before, rows.length - fitting))), [rows, fitting]);
  // An agent selected into the inspector is brought into view, once; then the rows return to where they were.
  const one = chosen.length === 1 ? (chosen[0] ?? null) : null;
  const brought = useRef<{ agent: number | null; from: number | null }>({ agent: null, from: null });
  useEffect(() => {
    const { agent, from } = brought.current;
    if (one === agent) return;
    const row = one === null ? -1 : rows.indexOf(one);
    if (one !== null && (row < 0 || fitting === 0)) return;
    const back = from ?? first;
    const fits = row >= first && row < first + fitting;
    const leaves = one !== null && !fits;
    brought.current = { agent: one, from: one === null ? null : leaves ? back : from };
    if (one === null) setTop(back);
    if (leaves) setTop(getCenteredFirstRow(row, rows.length, fitting));
  }, [one, rows, fitting, first]);
  useStaysInSight(one, rows, first, fitting, setTop);
  const scrollTo = (row: number) => setTop(Math.max(0, Math.min(rows.length - fitting, row)));
  return { rows, visible, first, fitting, scrollTo };
}

/** The first row on the screen where a row stands in the middle, or as near to it as the ends allow. */
const getCenteredFirstRow = (row: number, rows: number, fitting: number): number =>
  Math.max(0, Math.min(row - (fitting >> 1), rows - fitting));

/** Follows an agent whose row was on the screen when the rows are sorted anew; never one that was scrolled away. */
function useStaysInSight(
  agent: number | null,
  rows: readonly number[],
  first: number,
  fitting: number,
  setTop: (row: number) => void,
): void {
  const before = useRef({ agent, rows, isSeen: false });
  useEffect(() => {
    const row = agent === null ? -1 : rows.indexOf(agent);
    const isSeen = row >= first && row < first + fitting;
    const last = before.current;
    before.current = { agent, rows, isSeen };
    if (row >= 0 && !isSeen && last.isSeen && last.agent === agent && last.rows !== rows)
      setTop(getCenteredFirstRow(row, rows.length, fitting));
  }, [agent, rows, first, fitting, setTop]);
}
