import type { StateDefinition } from '../../statechart/definition.ts';
import { TOP } from './inputs/nesting.ts';
import type { Workflow } from './inputs/workflow.ts';

type Nested = Pick<Workflow, 'states' | 'nesting'>;

/** A workflow's states as a chart has them: names, and where states stand in one, a state with these and its history. */
export const nestedStates = (workflow: Nested): readonly (string | StateDefinition)[] =>
  workflow.nesting.below(TOP).map(state => stateOf(workflow, state));

function stateOf(workflow: Nested, state: number): string | StateDefinition {
  const { states, nesting } = workflow;
  const compound = nesting.compounds.get(state);
  if (compound === undefined) return states[state];
  const { initial, history } = compound;
  const past: StateDefinition = {
    id: historyOf(workflow, state),
    kind: 'history',
    deep: history === 'deep',
    initial: states[initial],
  };
  return {
    id: states[state],
    initial: states[initial],
    states: [
      ...nesting.below(state).map(below => stateOf(workflow, below)),
      ...(history === null ? [] : [past]),
    ],
  };
}

/** Where an edge to a state leads in the chart: to its history, where it has one. */
export const targetOf = (workflow: Nested, to: number): string =>
  workflow.nesting.compounds.get(to)?.history == null ? workflow.states[to] : historyOf(workflow, to);

/** The name of a state's history, which is no other state's. */
function historyOf({ states }: Nested, state: number): string {
  let name = `history of ${states[state]}`;
  while (states.includes(name)) name += '’';
  return name;
}
