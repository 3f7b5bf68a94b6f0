import type { CompiledChart } from './compiled.ts';
import type { AgentColumn, Population } from './population.ts';

/** The column of a population that a chart names. @throws Error when there is none */
export function getChartColumn(chart: CompiledChart, population: Population, name: string): AgentColumn {
  const column = population.column(name);
  if (column === undefined) throw new Error(`chart "${chart.definition.name}" needs a column "${name}"`);
  return column;
}
