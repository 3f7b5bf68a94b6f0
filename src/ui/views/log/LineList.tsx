import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { EventRecord } from '../../../engine/model/event.ts';
import { useOneColumn, usePageStore, useSize } from '../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import { formatRoundNumber } from '../../words/runClock.ts';
import styles from './Log.module.css';
import { getEventAgent, LogLine } from './LogLine.tsx';
import type { LoadedLines } from './useEvents.ts';
import { useLineKeys } from './useLineKeys.ts';

/** Height of a line, CSS pixels: with the mouse, and for a finger. */
const [LINE, FINGER] = [16, 28];
/** Lines that are kept free for the one that is unfolded. */
const UNFOLDED = 4;
/** Lines that fit under one another before browsers lose count of pixels. */
const MAX_SCROLLED_LINES = 600_000;

interface Props {
  readonly loaded: LoadedLines;
  /** Changes if other lines are wanted, not only more of them. */
  readonly subject: string;
  /** Called with the lines on the screen. */
  readonly onLook: (first: number, count: number) => void;
}

/** All lines, newest first, of which those on the screen alone are there. */
export function LineList({ loaded: { page }, subject, onLook }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const unfolded = useRef<HTMLDivElement>(null);
  const height = useOneColumn() ? FINGER : LINE;
  const { height: size } = useSize(list);
  const room = Math.min(size, innerHeight);
  const total = Math.min(page.total, MAX_SCROLLED_LINES);
  const [top, setTop] = useState(0);
  const [extra, setExtra] = useState(0);
  const { current, setCurrent, place, move, pick } = useCurrentLine(list, page.total, total, height);
  const topOf = (line: number) => line * height + (place >= 0 && line > place ? extra : 0);
  const first = Math.max(0, Math.floor((topOf(place + 1) <= top ? top - extra : top) / height));
  const shown = Math.max(0, Math.min(total - first, Math.ceil(room / height) + 2));
  useLayoutEffect(() => onLook(first, shown), [onLook, first, shown]);
  useLayoutEffect(() => {
    setExtra(Math.max(0, (unfolded.current?.offsetHeight ?? height) - height));
  });
  useAnchor(list, { total: page.total, subject, height, reset: () => setCurrent(null) });
  const eventAt = (line: number): EventRecord | undefined => page.lines[line - page.skipped];
  const go = (by: number) => move(place < 0 ? first : place + by);
  useLineKeys(by => {
    go(by);
    // Enter then looks at it.
    list.current?.focus({ preventScroll: true });
  });
  const store = usePageStore();
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(room / height) - 1);
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }[event.key];
    const chosen = eventAt(place);
    if (by !== undefined) go(by);
    else if (event.key === 'Enter' && chosen !== undefined) pick(chosen, place);
    else return;
    event.preventDefault();
  };
  const lines = Array.from({ length: shown }, (_, i) => first + i);
  return (
    <div
      ref={list}
      role="listbox"
      tabIndex={0}
      className={styles.list}
      aria-label="Events, newest first"
      aria-activedescendant={place >= first && place < first + shown ? `event-${current}` : undefined}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className={styles.all} style={{ height: topOf(total) }}>
        {lines.map(line => {
          const event = eventAt(line);
          if (event === undefined) return null;
          return (
            <LogLine
              key={page.total - line}
              id={`event-${page.total - line}`}
              event={event}
              place={line}
              of={page.total}
              top={topOf(line)}
              height={height}
              isFirst={line === first || eventAt(line - 1)?.tick !== event.tick}
              isCurrent={line === place}
              unfolded={unfolded}
              onPick={pick}
              onPoint={pointed =>
                store.getState().select({ hover: pointed && { kind: 'tick', tick: pointed.tick } })
              }
            />
          );
        })}
      </div>
      {page.total > MAX_SCROLLED_LINES && (
        <p className="label">
          The newest {formatGroupedInteger(MAX_SCROLLED_LINES)} lines; brush earlier ones on the time axis,
          before {formatRoundNumber(eventAt(total - 1)?.tick ?? 0)}.
        </p>
      )}
    </div>
  );
}

/** The line that is unfolded. @param length of all lines @param total of those that can be shown */
function useCurrentLine(list: RefObject<HTMLElement | null>, length: number, total: number, height: number) {
  const store = usePageStore();
  /** Counted from the oldest, so that newer ones do not move it. */
  const [current, setCurrent] = useState<number | null>(null);
  const place = current === null ? -1 : length - current;
  const move = (line: number) => {
    const to = Math.max(0, Math.min(total - 1, line));
    if (total === 0) return;
    setCurrent(length - to);
    const element = list.current;
    if (element === null) return;
    const end = (to + UNFOLDED) * height - element.clientHeight;
    element.scrollTop = Math.min(to * height, Math.max(end, element.scrollTop));
  };
  const pick = (event: EventRecord, line: number) => {
    setCurrent(length - line);
    const agent = getEventAgent(event);
    const who = agent === null ? {} : { agents: [agent], state: null };
    store.getState().select({ cursor: event.tick, hover: null, ...who });
  };
  return { current, setCurrent, place, move, pick };
}

/** Keeps what is read in its place while newer lines come above it; other lines begin at the top. */
function useAnchor(
  list: RefObject<HTMLElement | null>,
  { total, subject, height, reset }: { total: number; subject: string; height: number; reset: () => void },
): void {
  const before = useRef({ total, subject });
  useLayoutEffect(() => {
    const element = list.current;
    const { total: was, subject: of } = before.current;
    before.current = { total, subject };
    if (element === null) return;
    if (of !== subject) {
      element.scrollTop = 0;
      reset();
    } else if (element.scrollTop > 0 || total < was) element.scrollTop += (total - was) * height;
  }, [list, total, subject, height, reset]);
}
