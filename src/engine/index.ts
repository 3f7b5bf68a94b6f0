/** Statecharts and populations of agents by themselves: no DOM, no network, no clock. Entry `statescope`. */

export { InputError, InputErrors } from './core/errors.ts';
export { Random } from './core/random.ts';
export type {
  ChartPopulation,
  ColumnValues,
  ColumnView,
  PopulationOptions,
  SavedChartPopulation,
} from './embedding/chartPopulation.ts';
export {
  type AgentRecord,
  choices,
  type OpenTrigger,
  shouldQueryLlm,
  tick,
  toH,
} from './embedding/choices.ts';
export { compileChart as compile } from './embedding/compileChart.ts';
export { createNetwork, type NetworkEdges, type NetworkOptions } from './embedding/createNetwork.ts';
export { Statechart } from './embedding/statechart.ts';
export type { Network } from './network/network.ts';
export { Agent } from './statechart/agent.ts';
export { ChartError } from './statechart/compile.ts';
export { agentsInState, stateDistribution } from './statechart/countAgentsByState.ts';
export {
  type Action,
  type ActionDefinition,
  ActionFailure,
  type Block,
  type ChartAgent,
  type ChartDefinition,
  type ChartEvent,
  type DataGuard,
  type FunctionGuard,
  type Guard,
  type GuardOperator,
  type PlainWords,
  type Quantity,
  type Sending,
  type StateDefinition,
  type TransitionDefinition,
} from './statechart/definition.ts';
export { Machine } from './statechart/machine.ts';
export { DEFAULT_HISTORY, Population } from './statechart/population.ts';
