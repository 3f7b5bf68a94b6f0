import { InputError } from '../../core/errors.ts';
import type { ChartDefinition } from '../definition.ts';
import { writeScxml } from '../scxml/writeScxml.ts';
import { convertXStateDefinition, isXStateDefinition } from './definitionOfXState.ts';
import { describeNamedFunctions } from './describeNamedFunctions.ts';
import { describeXStateLosses } from './describeXStateLosses.ts';
import type { ChartReading } from './implementations.ts';
import { isKeyedObject } from './implementations.ts';
import { parseChartJson, serializeChart } from './parseChartJson.ts';
import { listOmissions } from './picture.ts';
import { readXStateChart, type XStateOptions } from './readXStateChart.ts';
import { writeGraphviz } from './writeGraphviz.ts';
import { writeMermaidChart } from './writeMermaidChart.ts';
import { writeXStateConfig } from './writeXStateConfig.ts';

/** A format that charts are written in. */
interface ChartFormat {
  readonly name: string;
  /** "the configuration of an XState 5 machine". */
  readonly meaning: string;
  /** @returns notes on what could not be said in it */
  write(definition: ChartDefinition): { readonly text: string; readonly notes: readonly string[] };
}

const formatIndentedJson = (value: object) => ({ text: `${JSON.stringify(value, null, 2)}\n` });

/** Every format that charts are written in. */
export const CHART_FORMATS: readonly ChartFormat[] = [
  { name: 'scxml', meaning: 'SCXML', write: chart => writeScxml(chart) },
  {
    name: 'json',
    meaning: 'Statescope’s own',
    write: chart => ({ ...formatIndentedJson(serializeChart(chart)), notes: describeNamedFunctions(chart) }),
  },
  {
    name: 'xstate',
    meaning: 'the configuration of an XState 5 machine',
    write: chart => ({
      ...formatIndentedJson(writeXStateConfig(chart)),
      notes: [...describeNamedFunctions(chart), ...describeXStateLosses(chart)],
    }),
  },
  {
    name: 'mermaid',
    meaning: 'a state diagram of Mermaid',
    write: chart => ({ text: writeMermaidChart(chart), notes: listOmissions(chart) }),
  },
  {
    name: 'graphviz',
    meaning: 'a graph in DOT',
    write: chart => ({ text: writeGraphviz(chart), notes: listOmissions(chart) }),
  },
];

/**
 * Reads a chart out of JSON, Statescope's own or an XState configuration: the one has a list of states, the other an
 * object.
 * @throws InputErrors with every mistake, by its JSON path
 */
export function readJsonChart(json: unknown, options: XStateOptions = {}): ChartReading {
  const { implementations = {} } = options;
  if (isXStateDefinition(json)) {
    const { config, notes } = convertXStateDefinition(json);
    const reading = readXStateChart(config, options);
    return { ...reading, notes: [...notes, ...reading.notes] };
  }
  if (isKeyedObject(json) && isKeyedObject(json.states) && json.transitions === undefined)
    return readXStateChart(json, options);
  if (isKeyedObject(json) && json.states === undefined)
    throw new InputError(
      'it has no “states”: neither a statechart of Statescope’s nor the configuration of an XState machine',
    );
  return { definition: parseChartJson(json, implementations), notes: [] };
}
