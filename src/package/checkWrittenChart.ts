import { describeValue } from '../engine/core/checkOptions.ts';
import { InputError } from '../engine/core/errors.ts';
import { findShapeMistakes } from '../engine/embedding/findShapeMistakes.ts';
import type { ChartDefinition } from '../engine/statechart/definition.ts';
import { findChartMistakes } from '../engine/statechart/findChartMistakes.ts';
import { findParameterMistakes } from '../engine/statechart/findParameterMistakes.ts';
import { throwChartMistakes } from '../engine/statechart/formats/implementations.ts';

/** @param place what writes it: `writeScxml` @throws InputError for anything but a chart's definition, and for one with mistakes */
export function checkWrittenChart(definition: ChartDefinition, place: string): void {
  const isDefinition =
    typeof definition?.name === 'string' &&
    Array.isArray(definition.states) &&
    Array.isArray(definition.transitions);
  if (!isDefinition)
    throw new InputError(
      `${place} takes a chart's definition { name, states, initial, transitions }, not ${describeValue(definition)}; that of a Statechart is chart.compiled.definition`,
    );
  const shape = findShapeMistakes(definition);
  const mistakes = () => [...findChartMistakes(definition), ...findParameterMistakes(definition)];
  throwChartMistakes(definition.name, shape.length > 0 ? shape : mistakes());
}
