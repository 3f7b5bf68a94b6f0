import { spreadingStates } from '../../network/neighbours.ts';
import { neighboursIn } from '../../statechart/definition.ts';
import type { ChartDetail } from './chartQueries.ts';
import { allColumns, columnsOf } from './columns.ts';
import type { ChartState } from './state.ts';

/** The inspector's facts about one agent. */
export function inspect(state: ChartState, agent: number): ChartDetail {
  const { population, chart, inputs } = state;
  const { offsets, targets } = inputs.network;
  const value = (name: string) => population.column(name)?.[agent] ?? 0;
  return {
    kind: 'chart',
    followers: offsets[agent + 1] - offsets[agent],
    following: targets.reduce((sum, target) => sum + (target === agent ? 1 : 0), 0),
    neighbours: spreadingStates(chart).map(name => ({ state: name, count: value(neighboursIn(name)) })),
    events: state.eventsOf(agent),
    stimulus: state.stimulus,
    columns: allColumns(columnsOf(chart)).map(name => ({ name, value: value(name) })),
  };
}
