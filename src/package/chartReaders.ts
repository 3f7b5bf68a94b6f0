import { checkText } from '../engine/core/checkOptions.ts';
import { InputError, InputErrors } from '../engine/core/errors.ts';
import type { ChartDefinition } from '../engine/statechart/definition.ts';
import type { ChartReading, Implementations } from '../engine/statechart/formats/implementations.ts';
import { readJsonChart as readJson } from '../engine/statechart/formats/index.ts';
import { parseChartJson as parse } from '../engine/statechart/formats/parseChartJson.ts';
import { type ChartReadingOptions, readChart as read } from '../engine/statechart/formats/readChart.ts';
import {
  type MermaidOptions,
  readMermaidChart as readMermaid,
} from '../engine/statechart/formats/readMermaidChart.ts';
import {
  readXStateChart as readXState,
  type XStateOptions,
} from '../engine/statechart/formats/readXStateChart.ts';
import { checkFileName } from './checkFileName.ts';
import { checkReaderOptions } from './checkReaderOptions.ts';

/**
 * Reads a chart in whatever form it is written: SCXML, JSON (Statescope's own or an XState 5 configuration), Mermaid.
 * @param name of the file, by its ending
 * @throws InputError of the one mistake, InputErrors of several, each with its place
 */
export function readChart(name: string, text: string, options: ChartReadingOptions = {}): ChartReading {
  checkFileName(name, 'readChart');
  checkReaderOptions(options, 'readChart', ['implementations', 'tick', 'isAsNoted']);
  return adviseOnFunctions(() => read(name, text, options));
}

/**
 * Reads a chart out of the value of its JSON, Statescope's own or an XState configuration.
 * @throws InputErrors with every mistake, by its JSON path
 */
export function readJsonChart(json: unknown, options: XStateOptions = {}): ChartReading {
  checkReaderOptions(options, 'readJsonChart', ['implementations', 'tick']);
  checkJson(json, 'readJsonChart');
  return adviseOnFunctions(() => readJson(json, options));
}

/**
 * Reads a chart as `serializeChart` writes it.
 * @param implementations functions by the names that the chart has for them
 * @throws InputErrors with every mistake, by its JSON path
 */
export function parseChartJson(json: unknown, implementations: Implementations = {}): ChartDefinition {
  checkJson(json, 'parseChartJson');
  checkReaderOptions({ implementations }, 'parseChartJson', ['implementations']);
  return adviseOnFunctions(() => parse(json, implementations));
}

/**
 * Reads the configuration of an XState 5 machine, as far as it is data.
 * @throws InputErrors with every mistake, by its JSON path
 */
export function readXStateChart(json: unknown, options: XStateOptions = {}): ChartReading {
  checkReaderOptions(options, 'readXStateChart', ['implementations', 'tick']);
  checkJson(json, 'readXStateChart');
  return adviseOnFunctions(() => readXState(json, options));
}

/**
 * Reads a state diagram of Mermaid, and what Statescope writes as one: labels are `event [guard] / action`.
 * @throws InputErrors with every mistake, each with its line
 */
export function readMermaidChart(text: string, options: MermaidOptions = {}): ChartReading {
  checkText(text, 'readMermaidChart', 'first');
  checkReaderOptions(options, 'readMermaidChart', ['implementations', 'name']);
  return adviseOnFunctions(() => readMermaid(text, options));
}

function checkJson(json: unknown, place: string): void {
  if (typeof json === 'string')
    throw new InputError(`${place} takes the value of a JSON, not its text: JSON.parse(text) gives it`);
}

/** Names the ways of a program out of a missing function, in place of the page's and the command line's. */
function adviseOnFunctions<Reading>(read: () => Reading): Reading {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InputError) || !/there is no function for /.test(error.message)) throw error;
    const message = error.message.replaceAll(
      'with “Unknown functions: as noted” (--as_noted on)',
      'with isAsNoted',
    );
    const advice = 'option implementations gives functions: { guard: name => test, action: name => run }';
    throw new (error instanceof InputErrors ? InputErrors : InputError)(`${message}; ${advice}`);
  }
}
