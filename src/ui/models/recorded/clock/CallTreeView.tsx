import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { CallTree } from '../../../../engine/models/recorded/clock/buildCallTree.ts';
import { getKeyTargetIndex } from '../../../controls/chart/getKeyTargetIndex.ts';
import { TableTwin } from '../../../controls/TableTwin.tsx';
import { useInks, usePage, usePageStore, useSize } from '../../../hooks/hooks.ts';
import { escapeInvisibleText, formatGroupedInteger, formatNounCount } from '../../../lib/formatCounts.ts';
import { getInspectedAgent } from '../../../state/selection.ts';
import { getCaseSelection } from '../recordedPart.ts';
import styles from './CallTree.module.css';
import { CallTreeRow } from './CallTreeRow.tsx';
import {
  buildCallsTable,
  isStepRow,
  listKeysAround,
  listSeenRows,
  measureRows,
  type SeenRow,
} from './callRows.ts';
import { listClockTicks } from './clockTicks.ts';
import type { ClockWindow } from './clockWindow.ts';
import { type KnownClock, useCalls } from './useClock.ts';

/** Height of a row, CSS pixels. */
const ROW = 18;
/** Rows beyond the edges that are there. */
const SPARE = 4;

interface Props {
  readonly clock: KnownClock | null;
  readonly now: number | null;
}

/** The calls of a case as a tree: what was asked for, models and tools, and the sub-agents that a call sent. */
export function CallTreeView({ clock, now }: Props) {
  const tree = useCalls();
  const name = usePage(({ run }) => run?.info.names[tree?.agent ?? -1] ?? '');
  const isSelected = usePage(({ selection }) => selection.agents.length === 1);
  if (tree === null) return <section className={styles.view} aria-label="Call tree" aria-busy="true" />;
  const steps = tree.rows.filter(isStepRow).length;
  return (
    <section className={styles.view} aria-label="Call tree">
      <header className={styles.head}>
        <h2>Call tree</h2>
        <TableTwin
          name="Call tree"
          summary={() => `${escapeInvisibleText(name)}: ${formatNounCount(steps, 'step')}.`}
          table={() => buildCallsTable(tree)}
        />
        <span className="label">
          {escapeInvisibleText(name)}
          {isSelected ? '' : ', as none is selected'}
          {tree.left > 0 && `; ${formatNounCount(tree.left, 'step')} later`}
        </span>
      </header>
      <Rows tree={tree} clock={clock} now={now} />
    </section>
  );
}

function Rows({ tree, clock, now }: Props & { readonly tree: CallTree }) {
  const store = usePageStore();
  const inks = useInks();
  const list = useRef<HTMLDivElement>(null);
  const { height } = useSize(list);
  const [top, setTop] = useState(0);
  const [active, setActive] = useState<string | null>(null);
  const [decided, setDecided] = useState<Decided>(new Map());
  const agent = usePage(({ selection }) => getInspectedAgent(selection));
  const picked = usePage(state => getCaseSelection(state).step);
  const step = agent === tree.agent ? picked : null;
  const seen = useMemo(() => listSeenRows(tree, step, decided), [tree, step, decided]);
  const open = clock?.report.live.find(one => one.agent === tree.agent);
  const isOpen = open !== undefined && now !== null;
  const at = seen.findIndex(({ key }) => key === active);
  const chosen = findStepRow(seen, agent, picked);
  const show = (position: number) => scrollToRow(list.current, position);
  useUnfolds(tree, step, setDecided);
  useEffect(() => {
    if (chosen >= 0) show(chosen);
  }, [chosen]);
  useFollowsEnd(list, { agent: tree.agent, rows: seen.length, isOpen, bottom: height && top + height });
  const fold = ({ key }: SeenRow, isFolded: boolean) =>
    setDecided(before => new Map(before).set(key, isFolded));
  const pick = ({ row, isFolded, key }: SeenRow) => {
    setActive(key);
    if (row.kind === 'calls' || row.kind === 'turn') fold({ row, key, isFolded, parent: -1 }, !isFolded);
    else store.getState().select({ agents: [row.agent], state: null, own: { step: row.step } });
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(height / ROW) - 1);
    const to = getKeyTargetIndex(event.key, at, seen.length, page) ?? findSide(seen, at, event.key, fold);
    if (to !== null && seen[to] !== undefined) {
      setActive(seen[to].key);
      show(to);
    } else if (event.key === 'Enter' && at >= 0) pick(seen[at]);
    else if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const [from, until] = [Math.floor(top / ROW), Math.ceil((top + height) / ROW)];
  const first = Math.max(0, from - SPARE);
  const last = Math.min(seen.length, until + SPARE);
  // The bars have all the width for the rows on the screen.
  const window = measureRows(seen.slice(from, until), isOpen && until >= seen.length ? now : null);
  return (
    <>
      <Axis window={window} />
      <div
        ref={list}
        role="tree"
        tabIndex={0}
        className={styles.rows}
        aria-label={`Call tree, ${formatGroupedInteger(seen.length)} rows. Right and left open and fold, Enter selects the step`}
        aria-activedescendant={at >= first && at < last ? `call-${at}` : undefined}
        onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
        onKeyDown={pressed}
      >
        <div role="presentation" className={styles.all} style={{ height: seen.length * ROW }}>
          {seen.slice(first, last).map((one, i) => (
            <CallTreeRow
              key={one.key}
              id={`call-${first + i}`}
              seen={one}
              top={(first + i) * ROW}
              window={window}
              inks={inks}
              isActive={first + i === at}
              isChosen={first + i === chosen}
              openSince={isOpen && one.row.agent === tree.agent ? open.since : null}
              now={now}
              onPick={() => pick(one)}
              onFold={() => fold(one, !one.isFolded)}
            />
          ))}
        </div>
      </div>
    </>
  );
}

type Decided = ReadonlyMap<string, boolean>;

/** Shows a step that is newly selected, whatever was folded around it before. */
function useUnfolds(
  tree: CallTree,
  step: number | null,
  decide: (change: (before: Decided) => Decided) => void,
): void {
  const shown = useRef<string | null>(null);
  useEffect(() => {
    const now = `${tree.agent} ${step}`;
    if (shown.current === now) return;
    shown.current = now;
    const around = new Set(step === null ? [] : listKeysAround(tree, step));
    decide(before => new Map([...before].filter(([key]) => !around.has(key))));
  }, [tree, step, decide]);
}

/** Position of the row of a step; −1 for none. */
const findStepRow = (seen: readonly SeenRow[], agent: number | null, step: number | null): number =>
  step === null
    ? -1
    : seen.findIndex(({ row }) => row.agent === agent && row.step === step && isStepRow(row));

function scrollToRow(list: HTMLElement | null, position: number): void {
  if (list === null) return;
  const end = (position + 1) * ROW - list.clientHeight;
  list.scrollTop = Math.min(position * ROW, Math.max(end, list.scrollTop));
}

interface Followed {
  readonly agent: number;
  readonly rows: number;
  /** True if the case is under way. */
  readonly isOpen: boolean;
  /** Pixels down to the end of what is on the screen, as last seen: to ask the element would lay out the page; 0 before the first picture. */
  readonly bottom: number;
}

/** The tree of a case under way shows its end first, and follows it as long as it is on the screen. */
function useFollowsEnd(list: { readonly current: HTMLElement | null }, followed: Followed): void {
  const before = useRef({ agent: -1, rows: 0 });
  const { agent, rows, isOpen, bottom } = followed;
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null || bottom === 0) return;
    const { agent: was, rows: had } = before.current;
    before.current = { agent, rows };
    const wasAtEnd = bottom >= (had - 1) * ROW;
    if (isOpen && (was !== agent || (rows > had && wasAtEnd))) element.scrollTop = rows * ROW;
  }, [list, agent, rows, isOpen, bottom]);
}

/** Opens or folds a row, or leads to the one below or above it in the tree; null for another key. */
function findSide(
  seen: readonly SeenRow[],
  at: number,
  key: string,
  fold: (row: SeenRow, isFolded: boolean) => void,
): number | null {
  const one = seen[at];
  if (one === undefined || (key !== 'ArrowRight' && key !== 'ArrowLeft')) return null;
  if (key === 'ArrowRight') {
    if (one.isFolded) fold(one, false);
    return one.row.below > 0 && !one.isFolded ? at + 1 : at;
  }
  if (one.row.below > 0 && !one.isFolded) {
    fold(one, true);
    return at;
  }
  return one.parent >= 0 ? one.parent : at;
}

/** Times above the bars. */
function Axis({ window }: { readonly window: ClockWindow | null }) {
  const ref = useRef<HTMLDivElement>(null);
  const { width } = useSize(ref);
  const ticks = window === null || width < 40 ? [] : listClockTicks(window, width);
  return (
    <div className={styles.axis} aria-hidden="true">
      <span />
      <div ref={ref} className={styles.ticks}>
        {window !== null &&
          ticks.map(({ at, label }) => {
            const part = (at - window.from) / (window.until - window.from);
            // Half a label has no room beyond the edges.
            const isWithin = Math.min(part, 1 - part) * width > label.length * 3;
            return (
              isWithin && (
                <span key={at} style={{ left: `${part * 100}%` }}>
                  {label}
                </span>
              )
            );
          })}
      </div>
      <span>took</span>
      <span>tokens</span>
    </div>
  );
}
