import { formatAgentId } from '../../core/indices.ts';
import { applyLogRow } from '../../log/fold.ts';
import { createGroupFinder } from '../../model/createGroupFinder.ts';
import {
  type DataColumn,
  type DataFacts,
  type DataTable,
  type DataValue,
  defineColumn,
} from '../../model/dataTable.ts';
import type { Run } from '../../run/run.ts';

const AGENT_COLUMNS: readonly DataColumn[] = [
  defineColumn('agent_id', 'text', 'the agent, as in the run document'),
  defineColumn('agent_label', 'text', 'its name in the user’s own file', {
    missing: 'the file has no names',
  }),
  defineColumn('group', 'text', 'its group at the end, by the file of the network', {
    missing: 'the network has no groups, or none for the agent',
  }),
];

const ROUND_COLUMN = defineColumn('round', 'integer', 'the round, from 1 on; the warm-up is left out');

const defineStateRounds = (state: string): DataColumn =>
  defineColumn(
    `rounds_in_${state}`,
    'integer',
    'rounds that it ended in the state; the warm-up is left out',
    {
      unit: 'rounds',
      pattern: 'rounds_in_STATE',
    },
  );

const defineStateCount = (state: string): DataColumn =>
  defineColumn(`agents_in_${state}`, 'integer', 'agents in the state at the end of the round', {
    unit: 'agents',
    pattern: 'agents_in_STATE',
  });

const defineSeriesCount = (name: string): DataColumn =>
  // A parameter may have the same name.
  defineColumn(`count_${name}`, 'integer', 'a count of the model in the round', {
    pattern: 'count_SERIES',
  });

/**
 * Tables of a run at its sealed tick for programs such as R and pandas: people, rounds, and the model's own. Their
 * columns depend only on model, chart and inputs, so the worlds of a plan can share a table.
 */
export async function buildDataTables(run: Run): Promise<readonly DataTable[]> {
  run.assertWhole();
  const reports = await run.state.loadReports();
  const { facts, tables } = reports.tables?.() ?? { facts: [], tables: [] };
  return [buildPeopleTable(run, facts), buildRoundsTable(run), ...tables];
}

/** A row per agent. O(agents × states + log) */
function buildPeopleTable(run: Run, facts: readonly DataFacts[]): DataTable {
  const { state, machine } = run;
  const { states } = machine.chart;
  return {
    name: 'people',
    row: 'an agent',
    columns: [...AGENT_COLUMNS, ...facts.map(({ column }) => column), ...states.map(defineStateRounds)],
    *rows() {
      const groupOf = createGroupFinder(state.networkGroups, run.tick);
      const rounds = countRoundsInStates(run);
      for (let agent = 0; agent < machine.population.size; agent++) {
        const label = state.labelOf?.(agent) ?? null;
        const own: DataValue[] = [formatAgentId(agent), label, groupOf(agent)];
        for (const { values } of facts) own.push(values[agent]);
        for (let number = 0; number < states.length; number++)
          own.push(rounds[agent * states.length + number]);
        yield own;
      }
    },
  };
}

/** Rounds that each agent ended in each state: row by row, one per agent. */
function countRoundsInStates({ machine, tick: last }: Run): Uint32Array {
  const { past, table, chart, population } = machine;
  const { size } = population;
  const { states } = chart;
  const rounds = new Uint32Array(size * states.length);
  if (last < 1) return rounds;
  const columns = past.at(0);
  const since = new Int32Array(size).fill(1);
  const activeIn: (readonly number[] | undefined)[] = [];
  const leave = (agent: number, tick: number) => {
    const configuration = columns.state[agent];
    activeIn[configuration] ??= [...states.keys()].filter(state => table.isActive(configuration, state));
    for (const state of activeIn[configuration]) rounds[agent * states.length + state] += tick - since[agent];
    since[agent] = tick;
  };
  past.forEach(0, last, (tick, agent, transition) => {
    leave(agent, tick);
    applyLogRow(columns, table.targets, tick, agent, transition);
  });
  for (let agent = 0; agent < size; agent++) leave(agent, last + 1);
  return rounds;
}

/** A row per round. */
function buildRoundsTable({ machine, model, counts, seriesRows, config, tick: last }: Run): DataTable {
  const { states } = machine.chart;
  const { series } = model;
  return {
    name: 'rounds',
    row: 'a round',
    columns: [ROUND_COLUMN, ...states.map(defineStateCount), ...series.map(defineSeriesCount)],
    *rows() {
      for (let round = 1; round <= last; round++) {
        const row = round + config.warmUp;
        const inStates = counts.data.subarray(row * states.length, (row + 1) * states.length);
        const values = seriesRows.data.subarray(row * series.length, (row + 1) * series.length);
        yield [round, ...inStates, ...values];
      }
    },
  };
}
