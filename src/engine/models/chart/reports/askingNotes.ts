import { watchedStates } from '../../../network/neighbours.ts';
import type { ChartDefinition } from '../../../statechart/definition.ts';
import { neighboursIn } from '../../../statechart/definition.ts';
import { askingStates, MOST_OPTIONS } from '../asking.ts';
import { allColumns, columnsOf } from '../columns.ts';
import type { OutsideEvents } from '../outsideEvents.ts';
import { CHART_PARAMETERS } from '../parameters.ts';
import { unknownIn } from '../situation.ts';

/** What is odd about the questions of a chart, a line each. */
export function askingNotes(definition: ChartDefinition, outside: OutsideEvents): readonly string[] {
  const columns = [
    ...allColumns(columnsOf(definition)),
    ...CHART_PARAMETERS.map(({ name }) => name),
    ...watchedStates(definition).map(neighboursIn),
  ];
  return askingStates(definition, outside).flatMap(({ state, template, events }) => [
    ...(events.length < 2
      ? [
          `state “${state}” asks, and its own transitions answer ${events.length === 0 ? 'no event' : 'one event alone'}: there is no choice`,
        ]
      : []),
    ...(events.length > MOST_OPTIONS
      ? [`state “${state}” asks among ${events.length} events; the first ${MOST_OPTIONS} are offered`]
      : []),
    ...unknownIn(template, columns).map(
      name => `what state “${state}” asks has “${name}” in braces, which is nothing known: it stays as it is`,
    ),
  ]);
}
