import { listNeighbourStates } from '../../../network/countNeighbours.ts';
import type { ChartDefinition } from '../../../statechart/definition.ts';
import { getNeighbourCountColumn } from '../../../statechart/definition.ts';
import { listAskingStates, MOST_OPTIONS } from '../chartAsking.ts';
import { collectChartColumns, listChartColumns } from '../chartColumns.ts';
import { CHART_PARAMETERS } from '../chartParameters.ts';
import { findUnknownPlaceholders } from '../describeChartSituation.ts';
import type { OutsideEvents } from '../outsideEvents.ts';

/** Peculiarities of a chart's questions, a line each. */
export function describeAskingProblems(
  definition: ChartDefinition,
  outside: OutsideEvents,
): readonly string[] {
  const columns = [
    ...listChartColumns(collectChartColumns(definition)),
    ...CHART_PARAMETERS.map(({ name }) => name),
    ...listNeighbourStates(definition).map(getNeighbourCountColumn),
  ];
  return listAskingStates(definition, outside).flatMap(({ state, template, events }) => [
    ...(events.length < 2
      ? [
          `state “${state}” asks, and its own transitions answer ${events.length === 0 ? 'no event' : 'one event alone'}: there is no choice`,
        ]
      : []),
    ...(events.length > MOST_OPTIONS
      ? [`state “${state}” asks among ${events.length} events; the first ${MOST_OPTIONS} are offered`]
      : []),
    ...findUnknownPlaceholders(template, columns).map(
      name => `what state “${state}” asks has “${name}” in braces, which is nothing known: it stays as it is`,
    ),
  ]);
}
