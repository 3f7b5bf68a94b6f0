import { findNearestWord } from '../core/findNearestWord.ts';
import { ChartError, compile } from '../statechart/compile.ts';
import type { CompiledChart } from '../statechart/compiled.ts';
import { type ChartDefinition, isTimedTransition } from '../statechart/definition.ts';
import { findParameterMistakes } from '../statechart/findParameterMistakes.ts';
import { listSentEvents } from '../statechart/listSentEvents.ts';
import { findShapeMistakes } from './findShapeMistakes.ts';

/**
 * Compiles a chart of a program, which may hand over anything.
 * @throws ChartError with every mistake at once, a threshold at which nothing would ever happen among them
 */
export function compileChart(definition: ChartDefinition): CompiledChart {
  checkDefinition(definition, findShapeMistakes(definition));
  const compiled = compile(definition);
  checkDefinition(definition, [
    ...findParameterMistakes(definition),
    ...findIdleThresholds(definition),
    ...findMisspelledEvents(compiled),
  ]);
  return compiled;
}

function checkDefinition(definition: ChartDefinition, mistakes: readonly string[]): void {
  if (mistakes.length > 0) throw new ChartError(String(definition?.name ?? ''), mistakes);
}

/** Events that actions raise or send, that nothing answers, and that are nearly a trigger's name. */
function findMisspelledEvents({ definition, triggers, answers }: CompiledChart): string[] {
  return [...new Set(listSentEvents(definition))].flatMap(event => {
    if (definition.transitions.some((_, at) => answers(at, event))) return [];
    const near = findNearestWord(event, triggers);
    return near === null ? [] : [`no transition answers the event "${event}"; did you mean "${near}"?`];
  });
}

function findIdleThresholds({ thresholds = {}, transitions }: ChartDefinition): string[] {
  const sources = transitions.filter(isTimedTransition).map(({ source }) => source);
  return Object.keys(thresholds)
    .filter(state => !sources.includes(state) && !sources.includes('*'))
    .map(state => `threshold of "${state}" has no effect: no transition leaves it by "timeout"`);
}
