/**
 * The engine by itself, for embedding: statecharts, populations of agents, random numbers. No DOM, no network, no
 * clock. `npm run build:lib` makes a package of it.
 */

export { Random } from './core/random.ts';
export { Agent } from './statechart/agent.ts';
export { ChartError, compile } from './statechart/compile.ts';
export { agentsInState, stateDistribution } from './statechart/countAgentsByState.ts';
export type {
  Action,
  ActionDefinition,
  Block,
  ChartAgent,
  ChartDefinition,
  ChartEvent,
  Guard,
  GuardOperator,
  PlainWords,
  Quantity,
  Sending,
  StateDefinition,
  TransitionDefinition,
} from './statechart/definition.ts';
export {
  type AgentRecord,
  choices,
  type OpenTrigger,
  shouldQueryLlm,
  tick,
  toH,
} from './statechart/embedded.ts';
export { Machine } from './statechart/machine.ts';
export { DEFAULT_HISTORY, Population } from './statechart/population.ts';
export { Statechart } from './statechart/statechart.ts';
