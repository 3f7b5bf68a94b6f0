/** Statecharts as SCXML, read and written. Entry `statescope/scxml`. */

import { describeValue } from '../engine/core/checkOptions.ts';
import { InputError } from '../engine/core/errors.ts';
import type { ChartDefinition } from '../engine/statechart/definition.ts';
import type { ChartReading } from '../engine/statechart/formats/implementations.ts';
import { readScxml as read, type ScxmlOptions } from '../engine/statechart/scxml/readScxml.ts';
import { type WrittenScxml, writeScxml as write } from '../engine/statechart/scxml/writeScxml.ts';
import { checkReaderOptions } from './checkReaderOptions.ts';
import { checkWrittenChart } from './checkWrittenChart.ts';

export { InputError, InputErrors } from '../engine/core/errors.ts';
export type { ChartReading } from '../engine/statechart/formats/implementations.ts';

/**
 * Reads SCXML (W3C Recommendation of 2015) with the data model null or a part of ECMAScript; no scripts, no other
 * machines, nothing that is loaded from elsewhere.
 * @returns the chart, with notes on what will fail when it is reached: "line 3, column 5: …"
 * @throws InputErrors with every mistake, each with its line and column
 */
export function readScxml(text: string, options: ScxmlOptions = {}): ChartReading {
  checkReaderOptions(options, 'readScxml', ['tick', 'implementations', 'name']);
  return read(text, options);
}

/**
 * Writes a chart as SCXML. What SCXML has no words for stands in a namespace of our own, which `readScxml` knows: rates,
 * thresholds, columns. Functions stand by their names; a document with such is not read without them.
 * @param tick its milliseconds, for delays, above 0
 * @returns the document, and a note on each part that it does not hold
 * @throws InputError for anything but a chart's definition, and for a tick without a length
 */
export function writeScxml(definition: ChartDefinition, tick = 1000): WrittenScxml {
  checkWrittenChart(definition, 'writeScxml');
  if (!(Number.isFinite(tick) && tick > 0))
    throw new InputError(`the milliseconds of a tick are ${describeValue(tick)}, need a number above 0`);
  return write(definition, tick);
}
