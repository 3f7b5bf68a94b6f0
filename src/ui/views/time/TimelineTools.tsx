import type { ReactNode } from 'react';
import { computeHeadLabelRoom, convertTickToX } from '../../charts/timeScale.ts';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { Icon } from '../../controls/Icon.tsx';
import { useLayout, usePage, usePageStore } from '../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import { PIN } from '../../lib/icons.ts';
import {
  getCurrentAppearance,
  getCurrentModelWords,
  getCurrentSort,
  getCurrentSorts,
  isStateSort,
} from '../../model/getModelAppearance.ts';
import type { PageState, RunState } from '../../state/pageState.ts';
import { getInspectedAgent } from '../../state/selection.ts';
import { describeTickSpan } from '../../words/runClock.ts';
import { SearchField } from '../bar/SearchField.tsx';
import styles from './TimelinesView.module.css';

/** Agents in the order of their rows: pinned ones first, then those found or selected, or who did something in the brushed rounds. */
export function computeVisibleOrder(
  run: RunState | null,
  order: Uint32Array | null,
  pinned: readonly number[],
  chosen: readonly number[],
  found: ReadonlySet<number> | null,
  movers: ReadonlySet<number> | null = null,
  folded: ReadonlySet<number> | null = null,
): readonly number[] {
  if (!run || !order) return [];
  const among = chosen.length > 1 ? new Set(chosen) : null;
  // A search goes through everybody, independent of the selection.
  const fits = (agent: number) =>
    found
      ? found.has(agent)
      : among
        ? among.has(agent)
        : !folded?.has(agent) && (!movers || movers.has(agent));
  const rest = Array.from(order).filter(agent => !pinned.includes(agent) && fits(agent));
  return [...pinned, ...rest];
}

interface Props {
  readonly gutter: number;
  /** The button of the table twin. */
  readonly children: ReactNode;
}

const loadColourTools = () => import('../../network/GroupColours.tsx');
const ColourSelect = createLazyView(async () => (await loadColourTools()).ColourSelect);
const GroupLegend = createLazyView(async () => (await loadColourTools()).GroupLegend);

/** Title, sort, search, colours and pin above the rows. */
export function TimelineTools({ gutter, children }: Props) {
  const store = usePageStore();
  const { small } = useLayout();
  const agent = usePage(state => getInspectedAgent(state.selection));
  const pinned = usePage(state => agent !== null && state.pinned.includes(agent));
  const room = usePage(state => state.plotWidth > 700);
  const note = usePage(state => getCurrentAppearance(state).timelines.note);
  const isSearching = usePage(state => state.search.words !== '');
  const isBrushed = usePage(state => state.movers !== null && state.selection.agents.length < 2);
  const isSortedLater = usePage(state => state.phase === 'playing' && getCurrentSort(state) !== 'id');
  const hasGroups = usePage(state => state.run?.info.networkGroups !== undefined);
  const hasEnds = usePage(hasRowEnds);
  const most = usePage(state => (hasEnds ? getRowEndLeft(state) : undefined));
  return (
    <div className={styles.tools}>
      <h2>Timelines</h2>
      {children}
      <span className={styles.choices} style={{ left: gutter, maxWidth: most }}>
        <SortSelect />
        <SearchField />
        {hasGroups && <ColourSelect />}
        {agent !== null && (
          <button
            type="button"
            aria-label={pinned ? 'Unpin' : 'Pin'}
            aria-pressed={pinned}
            onClick={() => store.getState().togglePin(agent)}
          >
            <Icon outline={PIN} size={13} />
            <span>{pinned ? 'Unpin' : 'Pin'}</span>
          </button>
        )}
        {isBrushed && !isSearching && (
          <span className={`label ${styles.note}`}>
            <Movers />
          </span>
        )}
        {!small && !isBrushed && room && !isSearching && (agent === null || isSortedLater) && (
          <span className={`label ${styles.note}`}>
            {isSortedLater ? `sorted as before play began; sorted again on pause` : note}
          </span>
        )}
      </span>
      {hasGroups && (
        <div className={styles.legend}>
          <GroupLegend isColumn={false} />
        </div>
      )}
      {hasEnds && <ColumnHeads gutter={gutter} />}
    </div>
  );
}

/** "312 of 475 agents did something in rounds 10 to 20" */
function Movers() {
  const count = usePage(state => state.movers?.size ?? 0);
  const all = usePage(state => state.run?.info.config.agents ?? 0);
  const range = usePage(state => state.selection.range);
  const { agent, tick } = usePage(getCurrentModelWords);
  return (
    <>
      {formatGroupedInteger(count)} of {formatGroupedInteger(all)} {agent[1]} did something{' '}
      {range && describeTickSpan(range, tick)}
    </>
  );
}

const NO_HEADS: readonly string[] = [];

/** Heads of the columns at the right end of the rows; empty without any. */
export const getColumnHeads = (state: PageState): readonly string[] =>
  getCurrentAppearance(state).timelines.ends?.columns(state) ?? NO_HEADS;

/** True if rows end with columns. */
export const hasRowEnds = (state: PageState): boolean => getColumnHeads(state).length > 0;

/** Column heads above the words at the right end of the rows. */
function ColumnHeads({ gutter }: { readonly gutter: number }) {
  const columns = usePage(getColumnHeads);
  const left = usePage(state => gutter + getRowEndLeft(state));
  const [words, ...all] = columns;
  const isNarrow = usePage(state => selectFittingNumbers(state, all).length < all.length);
  const numbers = isNarrow ? all.slice(0, 1) : all;
  return (
    <span className={`label ${styles.heads}`} style={{ left: left - 16 }}>
      <span>{words}</span>
      {numbers.map(name => (
        <span key={name}>{name}</span>
      ))}
    </span>
  );
}

/** Left edge of direct labels right of the head, pixels from the plot's left edge. */
export function getHeadLabelLeft(state: PageState): number {
  const { scale, head, plotWidth } = state;
  const { room } = getCurrentAppearance(state);
  return Math.min(
    convertTickToX(scale, head) + scale.pixels / 2 + 22,
    plotWidth - computeHeadLabelRoom(plotWidth, room) + 22,
  );
}

/**
 * Left edge of the room right of the head if it covers past ticks, in pixels from the plot's left edge; null if it does
 * not.
 */
export function getVeilLeft(state: PageState): number | null {
  const { scale, head } = state;
  const from = getHeadLabelLeft(state) - 12;
  return convertTickToX(scale, head) + scale.pixels / 2 > from ? from : null;
}

/** Width of the plot below which only the first column of numbers is shown, pixels. */
const ONE_NUMBER = 420;

/** Columns of numbers for which there is room. */
export const selectFittingNumbers = <Part,>(
  { plotWidth }: PageState,
  numbers: readonly Part[],
): readonly Part[] => (plotWidth < ONE_NUMBER ? numbers.slice(0, 1) : numbers);

/** Width of sort, search and pin above the rows, pixels. */
const TOOLS_WIDTH = 352;

/** Left edge of the words at the end of a row: right of the head, and of the tools above the rows. */
export const getRowEndLeft = (state: PageState): number =>
  Math.max(
    getHeadLabelLeft(state),
    Math.min(
      TOOLS_WIDTH,
      state.plotWidth - computeHeadLabelRoom(state.plotWidth, getCurrentAppearance(state).room) + 22,
    ),
  );

/** `first-entry:state` in one list with the others. */
function SortSelect() {
  const store = usePageStore();
  const sort = usePage(getCurrentSort);
  const look = usePage(getCurrentAppearance);
  const run = usePage(state => state.run);
  const sortState = usePage(state => state.sortState);
  const states = usePage(state => state.run?.info.chart.states) ?? [];
  const sorts = getCurrentSorts({ run });
  const reasons = usePage(state => sorts.map(({ missing }) => missing?.(state)).join('\n')).split('\n');
  return (
    <select
      className={styles.sort}
      aria-label="Sort the timelines"
      title="Sort the timelines"
      value={isStateSort(sort) ? `${sort}:${sortState}` : sort}
      onChange={event => {
        const [key = '', state = ''] = event.target.value.split(':');
        store.getState().sortBy(key, state);
      }}
    >
      {sorts.map(({ value, label }, i) => (
        <option key={value} value={value} disabled={reasons[i] !== ''}>
          {label}
          {reasons[i] && `: ${reasons[i]}`}
        </option>
      ))}
      {states.map(state => (
        <option key={state} value={`first-entry:${state}`}>
          first in {look.states.short(state)}
        </option>
      ))}
      {states.map(state => (
        <option key={`time ${state}`} value={`time-in:${state}`}>
          longest in {look.states.short(state)}
        </option>
      ))}
    </select>
  );
}
