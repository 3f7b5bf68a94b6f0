import {
  type ActionDefinition,
  type Block,
  type ChartDefinition,
  getNeighbourCountColumn,
  getNeighbourWeightColumn,
  parseNeighbourColumn,
  type Quantity,
  type StateDefinition,
  type Written,
} from '../statechart/definition.ts';
import type { Population } from '../statechart/population.ts';
import { listNeighbourStates } from './countNeighbours.ts';

/** Valid column names, as in a condition. */
const CHART_COLUMN_NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** Names of columns, each once. */
export interface ColumnNames {
  readonly read: readonly string[];
  readonly written: readonly string[];
}

/** The columns that a chart names: those that it reads, and those that it sets or adds to. */
export function collectChartColumns(chart: ChartDefinition): ColumnNames {
  const names = new UsedColumnNames();
  for (const block of chart.setUp ?? []) names.block(block);
  for (const state of chart.states) names.state(state);
  for (const quantity of Object.values(chart.thresholds ?? {})) names.quantity(quantity);
  for (const { rate, weight, guard, actions } of chart.transitions) {
    names.quantity(rate);
    names.quantity(weight);
    if (guard?.kind === 'compare') {
      if (parseNeighbourColumn(guard.column) === null) names.read.add(guard.column);
      names.quantity(guard.value);
    }
    names.block(actions);
  }
  return { read: [...names.read], written: [...names.written] };
}

/** All columns of a chart, in the order in which they are named. */
export const listChartColumns = ({ read, written }: ColumnNames): readonly string[] => [
  ...new Set([...read, ...written]),
];

/** Columns whose names are none. */
export const findMisnamedColumns = (names: ColumnNames): readonly string[] =>
  listChartColumns(names).filter(name => !CHART_COLUMN_NAME.test(name));

/** Adds the columns that the chart reads: its own, its parameters, counts of neighbours, and their weights if these count. */
export function addChartColumns(population: Population, chart: ChartDefinition, isWeighted: boolean): void {
  const { parameters = [] } = chart;
  for (const name of listChartColumns(collectChartColumns(chart))) population.addFloat(name);
  for (const { name, value } of parameters)
    (population.column(name) ?? population.addFloat(name)).fill(value);
  for (const state of listNeighbourStates(chart)) population.addInteger(getNeighbourCountColumn(state));
  const spreading = new Set(chart.transitions.flatMap(({ per }) => per ?? []));
  if (isWeighted) for (const state of spreading) population.addFloat(getNeighbourWeightColumn(state));
}

class UsedColumnNames {
  readonly read = new Set<string>();
  readonly written = new Set<string>();

  quantity(quantity: Quantity | undefined): void {
    if (typeof quantity === 'object') this.read.add(quantity.column);
  }

  block(block: Block = []): void {
    for (const action of block) this.#action(action);
  }

  state(state: string | StateDefinition): void {
    if (typeof state === 'string') return;
    for (const block of [...(state.entry ?? []), ...(state.exit ?? []), state.initialActions ?? []])
      this.block(block);
    for (const child of state.states ?? []) this.state(child);
  }

  #action(action: ActionDefinition): void {
    if (action.kind === 'function' && action.written) this.#element(action.written);
    if (action.kind !== 'set' && action.kind !== 'add') return;
    this.written.add(action.column);
    this.quantity(action.value);
  }

  /** Content of a condition or a loop. */
  #element({ name, attributes, children }: Written): void {
    const { column, value } = attributes;
    if ((name === 'set' || name === 'add') && column !== undefined) {
      this.written.add(column);
      if (value !== undefined && CHART_COLUMN_NAME.test(value)) this.read.add(value);
    }
    for (const child of children) this.#element(child);
  }
}
