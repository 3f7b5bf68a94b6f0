import type { Population } from '../../population.ts';
import {
  type ActionDefinition,
  type Block,
  type ChartDefinition,
  neighboursIn,
  type Quantity,
  type StateDefinition,
} from '../../statechart/definition.ts';

/** Names of the columns that a chart reads or writes, each once. */
export function columnsOf(chart: ChartDefinition): readonly string[] {
  const named = (quantity: Quantity | undefined) => (typeof quantity === 'object' ? [quantity.column] : []);
  const inAction = (action: ActionDefinition) =>
    action.kind === 'set' || action.kind === 'add' ? [action.column, ...named(action.value)] : [];
  const inBlock = (block: Block = []) => block.flatMap(inAction);
  const inState = (state: string | StateDefinition): readonly string[] =>
    typeof state === 'string'
      ? []
      : [
          ...[...(state.entry ?? []), ...(state.exit ?? []), state.initialActions ?? []].flatMap(inBlock),
          ...(state.states ?? []).flatMap(inState),
        ];
  return [
    ...new Set([
      ...(chart.setUp ?? []).flatMap(inBlock),
      ...chart.states.flatMap(inState),
      ...Object.values(chart.thresholds ?? {}).flatMap(named),
      ...chart.transitions.flatMap(({ rate, guard, actions }) => [
        ...named(rate),
        ...(guard?.kind === 'compare' ? [guard.column, ...named(guard.value)] : []),
        ...inBlock(actions),
      ]),
    ]),
  ];
}

/** Gives the agents what their chart reads: its columns, and counts of neighbours. */
export function addColumns(population: Population, chart: ChartDefinition): void {
  for (const name of columnsOf(chart)) population.addFloat(name);
  for (const { per } of chart.transitions)
    if (per !== undefined && population.column(neighboursIn(per)) === undefined)
      population.addInteger(neighboursIn(per));
}
