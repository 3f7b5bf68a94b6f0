import { formatPlainCount } from '../../../core/formatNounCount.ts';
import type { ChartDefinition, TransitionDefinition } from '../../../statechart/definition.ts';
import { CASE_END_STATES, type End, formatMilliseconds } from '../recordedTerms.ts';
import type { FlowGraph, GraphEdge, GraphNode } from './graph.ts';

/** State before the first step of a case. No log names it. */
export const START = 'start';
/** Trigger of a step that stays in its state. */
const SELF_LOOP_TRIGGER = 'again';

/** Triggers into the final states for the endings of cases, which no log names. */
export const ENDING: Readonly<Record<End, string>> = {
  succeeded: 'ends_well',
  failed: 'ends_badly',
  ended: 'ends',
};

/**
 * Builds the chart of a graph: a state for each node, a transition for each edge, including those out of the beginning
 * and one into the end for each ending of cases; its weight is the edge's count, which its description gives with the
 * median time. The event is the tool of the entered state, if it has only one, else that state's own name. Each ending
 * of cases is a final state of its own, also if there is only one.
 * @param others names that must not be ids of other states: those of omitted states, which logs still have
 */
export function buildDiscoveredChart(
  graph: FlowGraph,
  name: string,
  others: readonly string[] = [],
): ChartDefinition {
  const kinds = CASE_END_STATES.filter(end =>
    graph.edges.some(({ ends }) => ends?.some(one => one.end === end)),
  );
  const ids = assignStateIds(graph.nodes, others, kinds);
  const known = new Set([...others, ...graph.nodes.map(node => node.name)]);
  const sources = [null, ...graph.nodes.map(({ name: node }) => node)];
  return {
    name,
    states: [
      START,
      ...graph.nodes.map(node => ids.of(node.name)),
      ...kinds.map(end => ({ id: end, kind: 'final' }) as const),
    ],
    initial: START,
    transitions: sources.flatMap(source =>
      graph.edges.filter(({ from }) => from === source).flatMap(edge => createEdgeTransitions(edge, ids)),
    ),
    ...buildStateLabels(
      ids,
      [START, ...kinds].filter(id => known.has(id)),
    ),
  };
}

function createEdgeTransitions(
  { from, to, count, ms, ends = [] }: GraphEdge,
  ids: Ids,
): readonly TransitionDefinition[] {
  const source = from === null ? START : ids.of(from);
  if (to === null)
    return ends.map(one => ({
      ...createTriggerFields(ENDING[one.end]),
      ...{
        source,
        weight: one.count,
        words: { description: formatPlainCount(one.count, 'case') },
        target: one.end,
      },
    }));
  const between = ms === null ? '' : `, median ${formatMilliseconds(ms)} in between`;
  const known = {
    source,
    weight: count,
    words: { description: `${formatPlainCount(count, 'time')}${between}` },
  };
  if (from === to) return [{ ...createTriggerFields(SELF_LOOP_TRIGGER), ...known, target: null }];
  return [{ ...createTriggerFields(ids.triggerInto(to)), ...known, target: ids.of(to) }];
}

const createTriggerFields = (trigger: string) => ({ trigger, on: [trigger] });

interface Ids {
  of(node: string): string;
  triggerInto(node: string): string;
  /** Nodes whose names no state can have. */
  readonly renamed: readonly { readonly id: string; readonly node: GraphNode }[];
}

/** Labels of states whose names are not ids, and of the chart's own states whose ids are names of others. */
function buildStateLabels({ renamed }: Ids, own: readonly string[]): Pick<ChartDefinition, 'words'> {
  if (renamed.length + own.length === 0) return {};
  const labels = own.map(
    id => [id, { label: id === START ? 'a case begins' : `a case ${id}`, description: 'no step' }] as const,
  );
  return {
    words: { states: Object.fromEntries([...renamed.map(createStateLabel), ...labels]), triggers: {} },
  };
}

const createStateLabel = ({ id, node }: Ids['renamed'][number]) =>
  [id, { label: node.name, description: `${node.count} steps` }] as const;

/** Names without what an id cannot have, each once; names that are ids stay. */
function assignStateIds(
  nodes: readonly GraphNode[],
  others: readonly string[],
  ends: readonly string[],
): Ids {
  const names = nodes.map(({ name }) => name);
  const own = [START, ...ends];
  const isId = (name: string) => name === toPlainStateId(name) && !own.includes(name);
  const taken = new Set([...own, ...others, ...names.filter(isId)]);
  const ids = new Map(names.filter(isId).map(name => [name, name]));
  for (const name of names) {
    if (ids.has(name)) continue;
    const plain = toPlainStateId(name);
    let id = plain;
    for (let n = 2; taken.has(id); n++) id = `${plain}_${n}`;
    taken.add(id);
    ids.set(name, id);
  }
  const of = (node: string) => ids.get(node) ?? node;
  const tools = new Map(nodes.map(({ name, tools }) => [name, tools]));
  return {
    of,
    triggerInto: node => {
      const [tool, ...others] = tools.get(node) ?? [];
      return toSafeTriggerName(tool === undefined || others.length > 0 ? of(node) : toPlainStateId(tool));
    },
    renamed: nodes.flatMap(node => (of(node.name) === node.name ? [] : [{ id: of(node.name), node }])),
  };
}

/** Letters, digits, `_`, `-` and `.`, and no digit, `-` or `.` in front. */
function toPlainStateId(name: string): string {
  const plain = name
    .replace(/[^\p{L}\p{N}_.-]+/gu, '_')
    .replace(/\.{2,}/g, '.')
    .replace(/\.$/, '_');
  return /^[\p{L}_]/u.test(plain) ? plain : `_${plain}`;
}

/** Names that mean something to a chart, or are taken here. */
const toSafeTriggerName = (name: string): string =>
  ['timeout', 'always', SELF_LOOP_TRIGGER, ...Object.values(ENDING)].includes(name) ? `${name}_` : name;
