import type { ChartDefinition } from '../definition.ts';
import { fromXState } from './fromXState.ts';
import { toGraphviz } from './graphviz.ts';
import type { ChartReading, Implementations } from './implementations.ts';
import { isObject } from './implementations.ts';
import { fromJson, toJson } from './json.ts';
import { toMermaid } from './mermaid.ts';
import { toXState } from './xstate.ts';

/** A format that charts are written in. */
interface ChartFormat {
  readonly name: string;
  /** "the configuration of an XState 5 machine". */
  readonly meaning: string;
  write(definition: ChartDefinition): string;
}

const asText = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** Every format that charts are written in. */
export const CHART_FORMATS: readonly ChartFormat[] = [
  { name: 'json', meaning: 'Statescope’s own', write: chart => asText(toJson(chart)) },
  {
    name: 'xstate',
    meaning: 'the configuration of an XState 5 machine',
    write: chart => asText(toXState(chart)),
  },
  { name: 'mermaid', meaning: 'a state diagram of Mermaid', write: toMermaid },
  { name: 'graphviz', meaning: 'a graph in DOT', write: toGraphviz },
];

/**
 * Reads a chart out of JSON, Statescope's own or an XState configuration: the one has a list of states, the other an
 * object. @throws InputErrors with every mistake, by its JSON path
 */
export function chartOfJson(json: unknown, implementations: Implementations = {}): ChartReading {
  if (isObject(json) && isObject(json.states) && json.transitions === undefined)
    return fromXState(json, { implementations });
  return { definition: fromJson(json, implementations), notes: [] };
}
