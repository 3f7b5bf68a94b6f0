import type { StateDefinition } from '../../statechart/definition.ts';
import { TOP } from './inputs/nesting.ts';
import type { Workflow } from './inputs/workflow.ts';

type Nested = Pick<Workflow, 'states' | 'nesting'>;

/** A workflow's states as a chart has them: names, and where states stand in one, a state with these and its history. */
export const buildNestedStates = (workflow: Nested): readonly (string | StateDefinition)[] =>
  workflow.nesting.below(TOP).map(state => buildChartState(workflow, state));

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

/** Where an edge to a state leads in the chart: to its history, where it has one. */
export const getEdgeTarget = (workflow: Nested, to: number): string =>
  workflow.nesting.compounds.get(to)?.history == null ? workflow.states[to] : nameHistoryState(workflow, to);

/** The name of a state's history, which is no other state's. */
function nameHistoryState({ states }: Nested, state: number): string {
  let name = `history of ${states[state]}`;
  while (states.includes(name)) name += '’';
  return name;
}
