import type { ChartDefinition } from '../engine/statechart/definition.ts';
import { serializeChart as serialize } from '../engine/statechart/formats/parseChartJson.ts';
import { writeGraphviz as graphviz } from '../engine/statechart/formats/writeGraphviz.ts';
import { writeMermaidChart as mermaid } from '../engine/statechart/formats/writeMermaidChart.ts';
import { writeXStateConfig as xstate } from '../engine/statechart/formats/writeXStateConfig.ts';
import { checkWrittenChart } from './checkWrittenChart.ts';

/** The chart as a graph in DOT. @throws InputError for anything but a chart's definition */
export function writeGraphviz(definition: ChartDefinition): string {
  checkWrittenChart(definition, 'writeGraphviz');
  return graphviz(definition);
}

/** The chart as a state diagram of Mermaid. @throws InputError for anything but a chart's definition */
export function writeMermaidChart(definition: ChartDefinition): string {
  checkWrittenChart(definition, 'writeMermaidChart');
  return mermaid(definition);
}

/** The chart as a machine's config of XState 5. @throws InputError for anything but a chart's definition */
export function writeXStateConfig(definition: ChartDefinition): Readonly<Record<string, unknown>> {
  checkWrittenChart(definition, 'writeXStateConfig');
  return xstate(definition);
}

/** The chart as JSON, with functions by their names. @throws InputError for anything but a chart's definition */
export function serializeChart(definition: ChartDefinition): object {
  checkWrittenChart(definition, 'serializeChart');
  return serialize(definition);
}
