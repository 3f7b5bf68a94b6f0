import { InputError } from '../../core/errors.ts';
import type { ChartDefinition } from '../definition.ts';
import { writeScxml } from '../scxml/write.ts';
import { configOfDefinition, isDefinition } from './definitionOfXState.ts';
import { fromXState, type XStateOptions } from './fromXState.ts';
import { toGraphviz } from './graphviz.ts';
import type { ChartReading } from './implementations.ts';
import { isObject } from './implementations.ts';
import { fromJson, toJson } from './json.ts';
import { toMermaid } from './mermaid.ts';
import { toXState } from './xstate.ts';

/** A format that charts are written in. */
interface ChartFormat {
  readonly name: string;
  /** "the configuration of an XState 5 machine". */
  readonly meaning: string;
  /** @returns notes on what could not be said in it */
  write(definition: ChartDefinition): { readonly text: string; readonly notes: readonly string[] };
}

const asText = (text: string) => ({ text, notes: [] });
const asJson = (value: object) => asText(`${JSON.stringify(value, null, 2)}\n`);

/** Every format that charts are written in. */
export const CHART_FORMATS: readonly ChartFormat[] = [
  { name: 'scxml', meaning: 'SCXML', write: chart => writeScxml(chart) },
  { name: 'json', meaning: 'Statescope’s own', write: chart => asJson(toJson(chart)) },
  {
    name: 'xstate',
    meaning: 'the configuration of an XState 5 machine',
    write: chart => asJson(toXState(chart)),
  },
  { name: 'mermaid', meaning: 'a state diagram of Mermaid', write: chart => asText(toMermaid(chart)) },
  { name: 'graphviz', meaning: 'a graph in DOT', write: chart => asText(toGraphviz(chart)) },
];

/**
 * Reads a chart out of JSON, Statescope's own or an XState configuration: the one has a list of states, the other an
 * object. @throws InputErrors with every mistake, by its JSON path
 */
export function chartOfJson(json: unknown, options: XStateOptions = {}): ChartReading {
  const { implementations = {} } = options;
  if (isDefinition(json)) {
    const { config, notes } = configOfDefinition(json);
    const reading = fromXState(config, options);
    return { ...reading, notes: [...notes, ...reading.notes] };
  }
  if (isObject(json) && isObject(json.states) && json.transitions === undefined)
    return fromXState(json, options);
  if (isObject(json) && json.states === undefined)
    throw new InputError(
      'it has no “states”: neither a statechart of Statescope’s nor the configuration of an XState machine',
    );
  return { definition: fromJson(json, implementations), notes: [] };
}
