import {
  type ChartDefinition,
  type ChartWords,
  type StateDefinition,
  type TransitionDefinition,
  UNNAMED,
} from '../../statechart/definition.ts';
import { TOP_LEVEL } from './inputs/nesting.ts';
import type { Workflow, WorkflowEdge } from './inputs/workflow.ts';

/** Queries about declared edges. */
interface Conditions {
  /** True if an edge's condition holds for an agent now. */
  holds(edge: number, agent: number): boolean;
  /** The values that it reads, in words. */
  reads(edge: number, agent: number): string;
}

/** A workflow's edges as transitions of a chart. */
export interface WorkflowChart {
  readonly definition: ChartDefinition;
  /** Number of the transition for an edge out of a leaf; −1 if it leads nowhere else. */
  transitionOf(edge: number, from: number): number;
  /** The edge that each transition comes from. */
  readonly edges: readonly number[];
}

/**
 * A transition for each declared edge, in their order; for a wildcard, one from each other leaf. Its trigger
 * is what an author would call it: the key of the transition map that leads there, else its condition, else
 * `always`.
 */
export function buildWorkflowChart(workflow: Workflow, conditions: Conditions): WorkflowChart {
  const { states, initial, edges, nesting } = workflow;
  const transitions: TransitionDefinition[] = [];
  const numbers = new Map<number, number>();
  const sources: number[] = [];
  for (const [number, edge] of edges.entries())
    for (const source of edge.from === null ? nesting.leaves : [edge.from]) {
      // Staying in a state is not a transition.
      const leaves = nesting.within(source).filter(leaf => nesting.landing(edge.to, leaf) !== leaf);
      if (leaves.length === 0) continue;
      for (const leaf of leaves) numbers.set(number * states.length + leaf, transitions.length);
      sources.push(number);
      transitions.push({
        trigger: nameEdgeTrigger(workflow, edge, source),
        source: states[source],
        target: getEdgeTarget(workflow, edge.to),
        ...(edge.condition && {
          guard: {
            kind: 'function',
            name: edge.condition.text,
            test: ({ index }) => conditions.holds(number, index),
            reads: ({ index }) => conditions.reads(number, index),
          },
        }),
        ...(edge.from === null && { wildcard: true }),
        ...(Object.keys(edge.words).length > 0 && { words: edge.words }),
      });
    }
  return {
    definition: {
      name: 'workflow',
      states: buildNestedStates(workflow),
      initial: states[initial],
      transitions,
      words: buildChartWords(workflow),
    },
    transitionOf: (edge, from) => numbers.get(edge * states.length + from) ?? -1,
    edges: sources,
  };
}

/** Triggers are the author's own words already; an edge may have others. */
const buildChartWords = ({ descriptions }: Workflow): ChartWords => ({
  states: Object.fromEntries(
    Object.entries(descriptions).map(([label, description]) => [label, { label, description }]),
  ),
  triggers: {},
});

function nameEdgeTrigger(
  { steps, nesting }: Workflow,
  { to, condition, from: declared }: WorkflowEdge,
  from: number,
): string {
  if (declared !== null)
    for (const step of steps)
      if (
        step.type === 'transition' &&
        (step.inState === null || nesting.within(from).some(leaf => step.inState?.includes(leaf)))
      ) {
        const key = step.map.find(entry => nesting.goal(entry.to) === nesting.goal(to))?.key;
        if (key !== undefined) return key;
      }
  return condition?.text ?? UNNAMED;
}

type Nested = Pick<Workflow, 'states' | 'nesting'>;

/** A workflow's states as a chart has them: names, and if states stand in one, a state with these and its history. */
const buildNestedStates = (workflow: Nested): readonly (string | StateDefinition)[] =>
  workflow.nesting.below(TOP_LEVEL).map(state => buildChartState(workflow, state));

function buildChartState(workflow: Nested, state: number): string | StateDefinition {
  const { states, nesting } = workflow;
  const compound = nesting.compounds.get(state);
  if (compound === undefined) return states[state];
  const { initial, history } = compound;
  const past: StateDefinition = {
    id: nameHistoryState(workflow, state),
    kind: 'history',
    deep: history === 'deep',
    initial: states[initial],
  };
  return {
    id: states[state],
    initial: states[initial],
    states: [
      ...nesting.below(state).map(below => buildChartState(workflow, below)),
      ...(history === null ? [] : [past]),
    ],
  };
}

/** Target of an edge to a state in the chart: its history, if it has one. */
const getEdgeTarget = (workflow: Nested, to: number): string =>
  workflow.nesting.compounds.get(to)?.history == null ? workflow.states[to] : nameHistoryState(workflow, to);

/** The name of a state's history, different from all states. */
function nameHistoryState({ states }: Nested, state: number): string {
  let name = `history of ${states[state]}`;
  while (states.includes(name)) name += '’';
  return name;
}
