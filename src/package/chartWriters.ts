import { describeValue } from '../engine/core/checkOptions.ts';
import { InputError } from '../engine/core/errors.ts';
import type { ChartDefinition } from '../engine/statechart/definition.ts';
import { CHART_FORMATS } from '../engine/statechart/formats/index.ts';
import { serializeChart as serialize } from '../engine/statechart/formats/parseChartJson.ts';
import { writeGraphviz as graphviz } from '../engine/statechart/formats/writeGraphviz.ts';
import { writeMermaidChart as mermaid } from '../engine/statechart/formats/writeMermaidChart.ts';
import { writeXStateConfig as xstate } from '../engine/statechart/formats/writeXStateConfig.ts';
import { checkWrittenChart } from './checkWrittenChart.ts';

/**
 * The chart as text in a format, with a line for each thing that the format does not hold.
 * @param format one of `CHART_FORMATS` by name: scxml, json, xstate, mermaid, graphviz
 * @throws InputError for anything but a chart's definition, and for an unknown format
 */
export function writeChart(
  definition: ChartDefinition,
  format: string,
): { readonly text: string; readonly notes: readonly string[] } {
  checkWrittenChart(definition, 'writeChart');
  const found = CHART_FORMATS.find(({ name }) => name === format);
  if (found === undefined)
    throw new InputError(
      `writeChart has no format ${describeValue(format)}; it has ${CHART_FORMATS.map(({ name }) => name).join(', ')}`,
    );
  return found.write(definition);
}

/** The chart as a graph in DOT. `writeChart` also lists what is lost. @throws InputError for anything but a chart's definition */
export function writeGraphviz(definition: ChartDefinition): string {
  checkWrittenChart(definition, 'writeGraphviz');
  return graphviz(definition);
}

/** The chart as a state diagram of Mermaid. `writeChart` also lists what is lost. @throws InputError for anything but a chart's definition */
export function writeMermaidChart(definition: ChartDefinition): string {
  checkWrittenChart(definition, 'writeMermaidChart');
  return mermaid(definition);
}

/** The chart as a machine's config of XState 5. `writeChart` also lists what is lost. @throws InputError for anything but a chart's definition */
export function writeXStateConfig(definition: ChartDefinition): Readonly<Record<string, unknown>> {
  checkWrittenChart(definition, 'writeXStateConfig');
  return xstate(definition);
}

/** The chart as JSON, with functions by their names. `writeChart` also lists what is lost. @throws InputError for anything but a chart's definition */
export function serializeChart(definition: ChartDefinition): object {
  checkWrittenChart(definition, 'serializeChart');
  return serialize(definition);
}
