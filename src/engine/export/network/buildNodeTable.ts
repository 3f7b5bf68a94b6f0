import { formatAgentId } from '../../core/indices.ts';
import { applyLogRow } from '../../log/fold.ts';
import type { Telling } from '../../model/model.ts';
import type { NodeFacts } from '../../model/nodeFacts.ts';
import type { Network } from '../../network/network.ts';
import type { Run } from '../../run/run.ts';
import { Agent } from '../../statechart/agent.ts';

/** Of a chart with more states, first ticks are told of these alone. */
const MOST_STATES = 50;

/**
 * What happened to each agent of a run, a column each: what the model says of it, its state at the end, how often and when it
 * moved, when it first was in each state, what the model counts of it, and what the network's file says of its node. Ticks and
 * moves count from 1 on, without the warm-up; who was in a state when that ended was there in tick 0. O(agents + log).
 */
export function buildNodeTable(run: Run, telling: Telling, network: Network): readonly NodeFacts[] {
  const { machine } = run;
  const { size } = machine.population;
  const agents = Array.from({ length: size }, (_, index) => Agent.of(machine, index));
  return renameDuplicateColumns([
    { name: 'agent_id', values: agents.map((_, index) => formatAgentId(index)) },
    ...buildAttributeColumns(telling, size),
    { name: 'state', values: agents.map(({ state }) => state) },
    { name: 'ticks_in_state', values: agents.map(({ ticksInState }) => ticksInState) },
    ...buildMoveColumns(run),
    ...(telling.nodes?.() ?? []),
    ...(network.attributes ?? []).map(({ name, values }) => ({ name, values: typedValues(values) })),
  ]);
}

/** What a model says of each agent in a word or a number; what consists of several is left to the document. */
function buildAttributeColumns(telling: Telling, size: number): readonly NodeFacts[] {
  const columns = new Map<string, (string | number | boolean | null)[]>();
  for (let agent = 0; agent < size; agent++)
    for (const [name, value] of Object.entries(telling.attributes(agent))) {
      if (name === 'label' || !isPrimitiveValue(value)) continue;
      const values = columns.get(name) ?? new Array<string | number | boolean | null>(size).fill(null);
      columns.set(name, values);
      values[agent] = value;
    }
  return [...columns].map(([name, values]) => ({ name, values }));
}

const isPrimitiveValue = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** How often and when each agent moved, and when it first was in each state, in one pass over the log. */
function buildMoveColumns({ machine, tick: last }: Run): readonly NodeFacts[] {
  const { past, table, chart, population } = machine;
  const { size } = population;
  const start = Math.min(0, last);
  const columns = past.at(start);
  const states = chart.states.slice(0, MOST_STATES);
  const moves = new Array<number>(size).fill(0);
  const firstMove = new Array<number | null>(size).fill(null);
  const firsts = states.map(() => new Array<number | null>(size).fill(null));
  const activeIn: (readonly number[] | undefined)[] = [];
  const enter = (agent: number, configuration: number, tick: number) => {
    activeIn[configuration] ??= [...states.keys()].filter(state => table.isActive(configuration, state));
    for (const state of activeIn[configuration]) firsts[state][agent] ??= tick;
  };
  for (let agent = 0; agent < size; agent++) enter(agent, columns.state[agent], start);
  past.forEach(start, last, (tick, agent, transition) => {
    applyLogRow(columns, table.targets, tick, agent, transition);
    moves[agent]++;
    firstMove[agent] ??= tick;
    enter(agent, columns.state[agent], tick);
  });
  return [
    { name: 'moves', values: moves },
    { name: 'first_move', values: firstMove },
    ...states.map((state, number) => ({ name: `first_in_${state}`, values: firsts[number] })),
  ];
}

/** A number as programs write it; digits after a 0, or more than a number holds, are a code. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const MAX_DIGITS = 15;

/** A column of a file as numbers where all of its values are; else as it is, as the file's own programs would type it. */
function typedValues(values: readonly (string | null)[]): readonly (string | number | null)[] {
  const isNumber = (value: string | null) =>
    value === null || (NUMBER.test(value) && (/[.eE]/.test(value) || value.length <= MAX_DIGITS));
  return values.every(isNumber) ? values.map(value => (value === null ? null : Number(value))) : values;
}

/** A column whose name is taken by one before it is marked as the file's. */
function renameDuplicateColumns(columns: readonly NodeFacts[]): readonly NodeFacts[] {
  const taken = new Set<string>();
  return columns.map(column => {
    let { name } = column;
    while (taken.has(name)) name = `${name} of the file`;
    taken.add(name);
    return { ...column, name };
  });
}
