/**
 * The engine by itself, for whoever embeds it: statecharts, populations of agents, random numbers. No DOM, no network, no
 * clock. `npm run build:lib` makes a package of it.
 */
export { DEFAULT_HISTORY, Population } from './population.ts';
export { agentsInState, stateDistribution } from './queries.ts';
export { Random } from './random.ts';
export { Agent } from './statechart/agent.ts';
export { ChartError, compile } from './statechart/compile.ts';
export type {
  Action,
  ActionDefinition,
  Block,
  ChartAgent,
  ChartDefinition,
  ChartEvent,
  Comparison,
  Guard,
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
export { Statechart } from './statechart/statechart.ts';
