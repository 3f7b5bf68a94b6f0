import { formatQuotedText } from '../../core/formatQuotedText.ts';
import { formatAgentId } from '../../core/indices.ts';
import { ENGINE_VERSION } from '../../core/version.ts';
import { applyLogRow } from '../../log/fold.ts';
import type { ModelReports, NodeFacts } from '../../model/model.ts';
import type { Network } from '../../network/network.ts';
import type { NetworkInfo } from '../../network/networkInfo.ts';
import { isWeightBalanced } from '../../network/reading/readingWays.ts';
import type { Run } from '../../run/run.ts';
import { Agent } from '../../statechart/agent.ts';

/** An edge as a file has it. */
interface DrawnEdge {
  readonly source: number;
  readonly target: number;
  /** Null if the network has no weights. */
  readonly weight: string | null;
}

/** The type of a column's values, by which a program chooses how it is drawn. */
type FactsType = 'string' | 'boolean' | 'long' | 'double';

/** A network and what happened at each of its nodes: the input of every writer. */
export interface DrawnNetwork {
  /** Whose it is, and which way an edge leads, in a sentence each. */
  readonly description: string;
  readonly isDirected: boolean;
  readonly isWeighted: boolean;
  /** Id and label of each node. */
  readonly nodes: readonly { readonly id: string; readonly label: string }[];
  readonly columns: readonly (NodeFacts & { readonly type: FactsType })[];
  edges(): Iterable<DrawnEdge>;
}

/** Content of a file of a run's network, in any format. */
export function buildExportNetwork(run: Run, reports: ModelReports, network: Network): DrawnNetwork {
  run.assertWhole();
  const { config, state, model, hash } = run;
  const info = config.networkInfo;
  const isUndirected = isWritableAsUndirected(network, info);
  const isTurned = info?.reading?.direction === 'follows';
  const isNamed = canLabelsServeAsIds(network.labels);
  const names = Array.from(
    { length: network.nodes },
    (_, node) => network.labels?.[node] ?? state.nameOf(node),
  );
  const way = isUndirected
    ? 'Each end of an edge follows the other.'
    : isTurned
      ? 'An edge leads from an account to one that it follows, as in the file it was read from: posts come the other way.'
      : 'An edge leads from an account to one that follows it: the way of its posts.';
  return {
    description: `Statescope ${ENGINE_VERSION}: model ${model.name}, preset ${config.preset}, network ${formatQuotedText(info?.name ?? '')}, seed ${config.seed}, after round ${Math.max(0, run.tick)}, run ${hash}. ${way}`,
    isDirected: !isUndirected,
    isWeighted: network.weights !== null,
    nodes: names.map((label, node) => ({ id: isNamed ? label : String(node), label })),
    columns: buildNodeTable(run, reports, network).map(column => ({
      ...column,
      type: getNodeFactsType(column),
    })),
    edges: () => listExportEdges(network, isUndirected, isTurned),
  };
}

/** True if every link is there both ways because its source says so, and can be written as one edge. */
function isWritableAsUndirected(network: Network, info: NetworkInfo | null): boolean {
  const { targets, edges } = network;
  const isSaid = info?.reading ? info.reading.direction === 'both' : targets.length === 2 * edges;
  return isSaid && edges > 0 && isWeightBalanced(network);
}

/** True if names can be the ids as well: readers sort nodes by their ids, which must keep the order. */
function canLabelsServeAsIds(labels: readonly string[] | null): boolean {
  if (labels === null) return false;
  const areNumbers = labels.every(label => /^\d+$/.test(label));
  const isAfter = (a: string, b: string) =>
    areNumbers && a.length !== b.length ? a.length > b.length : a > b;
  return labels.every(
    (label, node) => /^[^\s<>&"'\p{C}]+$/u.test(label) && (node === 0 || isAfter(label, labels[node - 1])),
  );
}

function* listExportEdges(
  { nodes, offsets, targets, weights }: Network,
  isUndirected: boolean,
  isTurned: boolean,
): Generator<DrawnEdge> {
  for (let node = 0; node < nodes; node++)
    for (let edge = offsets[node]; edge < offsets[node + 1]; edge++) {
      const target = targets[edge];
      if (isUndirected && target < node) continue;
      const weight = weights === null ? null : formatFloat32Weight(weights[edge]);
      yield isTurned ? { source: target, target: node, weight } : { source: node, target, weight };
    }
}

/** The shortest text that is read as the same weight of 32 bits. */
function formatFloat32Weight(weight: number): string {
  for (let digits = 6; digits < 10; digits++) {
    const rounded = Number(weight.toPrecision(digits));
    if (Math.fround(rounded) === weight) return String(rounded);
  }
  return String(weight);
}

function getNodeFactsType({ values }: NodeFacts): FactsType {
  const given = values.filter(value => value !== null);
  if (given.length > 0 && given.every(value => typeof value === 'boolean')) return 'boolean';
  if (!given.every(value => typeof value === 'number')) return 'string';
  return given.every(value => Number.isSafeInteger(value)) ? 'long' : 'double';
}

/** Maximum number of states with first ticks in a larger chart. */
const MAX_EXPORTED_STATES = 50;

/**
 * Facts about each agent of a run, a column each: the model's own, its state at the end, number and ticks of its moves,
 * its first tick in each state, the model's counts, and the attributes of its node in the network's file. Ticks and
 * moves count from 1 on, without the warm-up; states at the end of that count as tick 0. O(agents + log).
 */
function buildNodeTable(run: Run, reports: ModelReports, network: Network): readonly NodeFacts[] {
  const { machine } = run;
  const { size } = machine.population;
  const agents = Array.from({ length: size }, (_, index) => Agent.of(machine, index));
  return renameDuplicateColumns([
    { name: 'agent_id', values: agents.map((_, index) => formatAgentId(index)) },
    ...buildAttributeColumns(reports, size),
    { name: 'state', values: agents.map(({ state }) => state) },
    { name: 'ticks_in_state', values: agents.map(({ ticksInState }) => ticksInState) },
    ...buildMoveColumns(run),
    ...(reports.nodes?.() ?? []),
    ...(network.attributes ?? []).map(({ name, values }) => ({ name, values: typedValues(values) })),
  ]);
}

/** A model's facts about each agent that are a word or a number; composite ones are left to the document. */
function buildAttributeColumns(reports: ModelReports, size: number): readonly NodeFacts[] {
  const columns = new Map<string, (string | number | boolean | null)[]>();
  for (let agent = 0; agent < size; agent++)
    for (const [name, value] of Object.entries(reports.attributes(agent))) {
      if (name === 'label' || !isPrimitiveValue(value)) continue;
      const values = columns.get(name) ?? new Array<string | number | boolean | null>(size).fill(null);
      columns.set(name, values);
      values[agent] = value;
    }
  return [...columns].map(([name, values]) => ({ name, values }));
}

const isPrimitiveValue = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** Number and ticks of each agent's moves, and its first tick in each state, in one pass over the log. */
function buildMoveColumns({ machine, tick: last }: Run): readonly NodeFacts[] {
  const { past, table, chart, population } = machine;
  const { size } = population;
  const start = Math.min(0, last);
  const columns = past.at(start);
  const states = chart.states.slice(0, MAX_EXPORTED_STATES);
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
const EXPORTED_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const MAX_DIGITS = 15;

/** A column of a file as numbers if all of its values are; else as it is, typed like the file's own programs do. */
function typedValues(values: readonly (string | null)[]): readonly (string | number | null)[] {
  const isNumber = (value: string | null) =>
    value === null || (EXPORTED_NUMBER.test(value) && (/[.eE]/.test(value) || value.length <= MAX_DIGITS));
  return values.every(isNumber) ? values.map(value => (value === null ? null : Number(value))) : values;
}

/** A column whose name is taken by one before it, or by what a node is called, is marked as the file's. */
function renameDuplicateColumns(columns: readonly NodeFacts[]): readonly NodeFacts[] {
  const taken = new Set(['label']);
  return columns.map(column => {
    let { name } = column;
    while (taken.has(name)) name = `${name} of the file`;
    taken.add(name);
    return { ...column, name };
  });
}
