import { InputError } from '../core/errors.ts';
import { type CompiledChart, compileValidChart } from './compiled.ts';
import type { ChartDefinition } from './definition.ts';
import { findChartMistakes } from './findChartMistakes.ts';
import { XStateInterpreter } from './hierarchy/xstateInterpreter.ts';

/** Every mistake in a chart's definition, one line each. */
export class ChartError extends InputError {
  override readonly name = 'ChartError';
  constructor(
    chart: string,
    readonly mistakes: readonly string[],
  ) {
    super(`chart "${chart}": ${mistakes.join('; ')}`);
  }
}

/** Compiles a chart. @throws ChartError with every authoring mistake at once. */
export function compile(definition: ChartDefinition): CompiledChart {
  const mistakes = findChartMistakes(definition);
  if (mistakes.length > 0) throw new ChartError(definition.name, mistakes);
  return compileValidChart(definition, { XStateInterpreter });
}
