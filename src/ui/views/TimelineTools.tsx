import { Pin } from 'lucide-react';
import { agentId } from '../../engine/indices.ts';
import { TableTwin } from '../controls/TableTwin.tsx';
import { useLayout, usePage, usePageStore } from '../hooks.ts';
import { inspected } from '../selection.ts';
import type { PageState, RunState, SortKey } from '../store.ts';
import { shownSociety, shownTick } from '../store.ts';
import { counted, shortState } from '../words.ts';
import styles from './TimelinesView.module.css';

export const SEARCH_ID = 'agent-search';

const SORTS: readonly { readonly value: SortKey; readonly label: string }[] = [
  { value: 'cascade', label: 'most involved first' },
  { value: 'archetype', label: 'by archetype' },
  { value: 'activity', label: 'most active first' },
  { value: 'id', label: 'by id' },
];

/** Agents in the order of their rows: pinned ones first, then those that are looked for or selected. */
export function visibleOrder(
  run: RunState | null,
  order: Uint32Array | null,
  pinned: readonly number[],
  chosen: readonly number[],
  query: string,
): readonly number[] {
  if (!run || !order) return [];
  const needle = query.trim().toLowerCase();
  const among = chosen.length > 1 ? new Set(chosen) : null;
  const fits = (agent: number) =>
    (!among || among.has(agent)) &&
    (needle === '' ||
      run.info.names[agent]!.toLowerCase().includes(needle) ||
      agentId(agent).includes(needle));
  const rest = Array.from(order).filter(agent => !pinned.includes(agent) && fits(agent));
  return [...pinned, ...rest];
}

interface Props {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly rows: readonly number[];
  readonly gutter: number;
}

/** Title, sort, search and pin over the rows. */
export function TimelineTools({ query, onQuery, rows, gutter }: Props) {
  const store = usePageStore();
  const { small } = useLayout();
  const agent = usePage(state => inspected(state.selection));
  const pinned = usePage(state => agent !== null && state.pinned.includes(agent));
  const room = usePage(state => state.plotWidth > 700);
  return (
    <div className={styles.tools}>
      <h2>Timelines</h2>
      <TableTwin
        name="Agent timelines"
        summary={() => summary(store.getState(), rows)}
        table={() => tableOf(store.getState(), rows)}
      />
      <span className={styles.choices} style={{ left: gutter }}>
        <SortSelect />
        <input
          id={SEARCH_ID}
          type="search"
          placeholder="search  /"
          aria-label="Search an agent"
          value={query}
          onChange={event => onQuery(event.target.value)}
        />
        {agent !== null && (
          <button type="button" aria-pressed={pinned} onClick={() => store.getState().togglePin(agent)}>
            <Pin size={13} />
            {pinned ? 'Unpin' : 'Pin'}
          </button>
        )}
        {!small && room && agent === null && (
          <span className="label">taller means more engaged; a ring is a post in this cascade</span>
        )}
      </span>
    </div>
  );
}

/** `first-entry:state` in one list with the others. */
function SortSelect() {
  const store = usePageStore();
  const sort = usePage(state => state.sort);
  const sortState = usePage(state => state.sortState);
  const states = usePage(state => state.run?.info.chart.states) ?? [];
  return (
    <select
      className={styles.sort}
      aria-label="Sort the timelines"
      value={sort === 'first-entry' ? `first-entry:${sortState}` : sort}
      onChange={event => {
        const [key, state = ''] = event.target.value.split(':');
        store.setState({ sort: key as SortKey, sortState: state });
      }}
    >
      {SORTS.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
      {states.map(state => (
        <option key={state} value={`first-entry:${state}`}>
          first in {shortState(state)}
        </option>
      ))}
    </select>
  );
}

function summary({ run }: PageState, rows: readonly number[]): string {
  if (!run) return '';
  const [first] = rows;
  return `${counted(rows.length, 'agent')} from round ${run.columns.first} to ${run.columns.head}${
    first === undefined ? '' : `; ${run.info.names[first]} comes first`
  }.`;
}

function tableOf(state: PageState, rows: readonly number[]) {
  const { run } = state;
  const society = shownSociety(state);
  const group = state.run?.info.groups ? [state.run.info.groups.label] : [];
  const head = ['agent', 'name', ...group, `state in round ${shownTick(state)}`, 'since round'];
  if (!run || !society) return { head, rows: [] };
  const { info } = run;
  return {
    head,
    rows: rows.map(agent => [
      agentId(agent),
      info.names[agent]!,
      ...(info.groups ? [info.groups.names[info.groups.of[agent]!] ?? ''] : []),
      info.chart.states[society.state[agent]!]!,
      society.since[agent]!,
    ]),
  };
}
