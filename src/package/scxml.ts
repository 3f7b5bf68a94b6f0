/** Statecharts as SCXML, read and written. Entry `statescope/scxml`. */

import { describeValue } from '../engine/core/checkOptions.ts';
import { InputError } from '../engine/core/errors.ts';
import type { ChartDefinition } from '../engine/statechart/definition.ts';
import { writeScxml as write } from '../engine/statechart/scxml/writeScxml.ts';
import { checkWrittenChart } from './checkWrittenChart.ts';

export type { ChartReading } from '../engine/statechart/formats/implementations.ts';
export { readScxml } from '../engine/statechart/scxml/readScxml.ts';

/**
 * Writes a chart as SCXML. What SCXML has no words for stands in a namespace of our own, which `readScxml` knows: rates,
 * thresholds, columns. Functions stand by their names; a document with such is not read without them.
 * @param millisecondsPerTick of the delays, above 0
 * @throws InputError for anything but a chart's definition, and for a tick without a length
 */
export function writeScxml(
  definition: ChartDefinition,
  millisecondsPerTick = 1000,
): ReturnType<typeof write> {
  checkWrittenChart(definition, 'writeScxml');
  if (!(Number.isFinite(millisecondsPerTick) && millisecondsPerTick > 0))
    throw new InputError(
      `the milliseconds of a tick are ${describeValue(millisecondsPerTick)}, need a number above 0`,
    );
  return write(definition, millisecondsPerTick);
}
