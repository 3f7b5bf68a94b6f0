import { getGroupsAtTick } from '../../../engine/model/getGroupsAtTick.ts';
import type { TableData } from '../../controls/tableData.ts';
import { getCurrentAppearance, getCurrentModelWords } from '../../model/getModelAppearance.ts';
import type { DrawnPart, RowEnd } from '../../model/modelAppearance.ts';
import { getGroupColumnHead } from '../../network/assignGroupHues.ts';
import type { PageState, RunState } from '../../state/pageState.ts';
import { getCountedSpan, getViewedAgents, getViewedTick, type TickSpan } from '../../state/viewState.ts';
import { describeTickSpan } from '../../words/runClock.ts';
import { getColumnHeads } from './TimelineTools.tsx';

export { summarizeChart } from '../../words/summarizeChart.ts';

/** The flows of the round on the screen. */
export function buildChartFlowTable(state: PageState): TableData {
  const { run } = state;
  if (!run) return { head: [], rows: [] };
  const span = getCountedSpan(state);
  const { agent, tick } = getCurrentModelWords(state);
  const part = getCurrentAppearance(state).drawnPart?.(state);
  if (run.info.chart.outline) return buildNestedTable(run, span, agent[1]);
  const flows = `${agent[1]} ${describeTickSpan(span, tick)}`;
  if (part) return buildDiscoveredTable(run, span, flows, part);
  return {
    head: ['from', 'to', 'trigger', 'guard', flows],
    rows: run.info.chart.transitions.map(({ source, target, trigger, guard }, position) => [
      source,
      target,
      trigger,
      guard ?? '',
      run.columns.flowIn(...span, position),
    ]),
  };
}

/** A row for each line, with all that leads along it, and one for each state that follows itself; the most frequent first. */
function buildDiscoveredTable(
  { info, columns }: RunState,
  span: TickSpan,
  flows: string,
  { chart, facts, again }: DrawnPart,
): TableData {
  const taken = info.chart.transitions.map((transition, position) => ({ ...transition, position }));
  const lines = chart.transitions.map(({ source, target, total = 0 }) => {
    const along = taken.filter(one => one.source === source && one.target === target);
    const tools = [...new Set(along.map(({ trigger }) => trigger))].join(', ');
    const flow = along.reduce((sum, { position }) => sum + columns.flowIn(...span, position), 0);
    return [source, target, tools, flow, total, facts.get(`${source}>${target}`) ?? 'not drawn'] as const;
  });
  // Steps within a state are not transitions of the run: they have no flow.
  const within = [...again].map(
    ([state, { count, isDrawn, facts: told }]) =>
      [state, state, '', '', count, isDrawn ? told : 'not drawn'] as const,
  );
  return {
    head: ['from', 'to', 'by', flows, 'in all', 'from there to there'],
    rows: [...lines, ...within].sort((a, b) => b[4] - a[4]),
  };
}

/** The states of a chart with hierarchy at every level, with what went out of each. */
function buildNestedTable({ info, whole }: RunState, span: TickSpan, agents: string): TableData {
  const { states = [], transitions = [] } = info.chart.outline ?? {};
  const depths: number[] = [];
  const rows = states.map(({ id, kind, parent }, state) => {
    depths[state] = parent < 0 ? 0 : depths[parent] + 1;
    const out = transitions
      .map((transition, position) => ({ ...transition, flow: whole?.flowIn(...span, position) ?? 0 }))
      .filter(({ source }) => source === state)
      .map(
        ({ trigger, targets, flow }) =>
          `${trigger} → ${targets.map(one => states[one].id).join(', ')} ${flow}`,
      );
    const isPast = kind === 'history' || kind === 'deep history';
    const count = isPast ? '' : (whole?.count(span[1], state) ?? 0);
    return [id, kind, parent < 0 ? '' : states[parent].id, depths[state], count, out.join('; ')];
  });
  return {
    head: [
      'state',
      'kind',
      'within',
      'depth',
      `${agents} in tick ${span[1]}`,
      `out of it ${describeTickSpan(span, 'tick')}`,
    ],
    rows,
  };
}

/** The rounds that a table over time has: those that are brushed, or all. */
const getTableSpan = ({ selection }: PageState, { columns }: RunState): TickSpan =>
  selection.range ?? [columns.first, columns.head];

/** Number of agents in each state, the latest round first. */
export function buildStatesTable(state: PageState): TableData {
  const { run } = state;
  if (!run) return { head: [], rows: [] };
  const rows = [];
  const [first, last] = getTableSpan(state, run);
  for (let tick = last; tick >= first; tick--)
    rows.push([tick, ...run.info.chart.states.map((_, position) => run.columns.count(tick, position))]);
  return { head: [getCurrentModelWords(state).tick, ...run.info.chart.states], rows };
}

/** Number of actions in each round, the latest first. */
export function buildActionsTable(state: PageState): TableData {
  const { run } = state;
  if (!run) return { head: [], rows: [] };
  const rows = [];
  const [first, last] = getTableSpan(state, run);
  for (let tick = last; tick >= first; tick--)
    rows.push([tick, ...run.info.series.map((_, index) => run.columns.value(tick, index))]);
  return { head: [getCurrentModelWords(state).tick, ...run.info.series], rows };
}

/** A table with one row per agent, in its state at the tick on the screen. */
export function buildTimelinesTable(state: PageState, rows: readonly number[]): TableData {
  const { run } = state;
  const society = getViewedAgents(state);
  const look = getCurrentAppearance(state);
  const { agent: words, tick } = look.words;
  const ends = getColumnHeads(state);
  const { groups = null, networkGroups } = run?.info ?? {};
  // The end of a row may already be its group.
  const own = groups !== null && !ends.includes(groups.label) ? [groups] : [];
  const others = [words[0], 'name', `state in ${tick} ${getViewedTick(state)}`, `since ${tick}`, ...ends];
  // The model's division may be that of the network.
  const isApart = networkGroups !== undefined && networkGroups !== groups;
  const heads = own.map(({ label }) => label);
  if (isApart) heads.push(getGroupColumnHead(networkGroups, [...heads, ...others]));
  const head = [...others.slice(0, 2), ...heads, ...others.slice(2)];
  if (!run || !society) return { head, rows: [] };
  const { info } = run;
  const divisions = [...own, ...(isApart ? [networkGroups] : [])].map(division => ({
    names: division.names,
    of: getGroupsAtTick(division, getViewedTick(state)),
  }));
  return {
    head,
    rows: rows.map(agent => [
      look.idOf(agent),
      info.names[agent],
      ...divisions.map(({ names, of }) => names[of[agent]] ?? ''),
      info.chart.states[society.state[agent]],
      society.since[agent],
      ...formatRowEndCells(look.timelines.ends?.describe(state, run, agent) ?? null, ends.length),
    ]),
  };
}

/** The end of a row, as cells; empty if unknown. */
function formatRowEndCells(end: RowEnd | null, width: number): string[] {
  const cells = end ? [`${end.words}${end.strong}`, ...end.numbers] : [];
  return Array.from({ length: width }, (_, column) => cells[column] ?? '');
}
