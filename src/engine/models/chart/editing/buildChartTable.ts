import {
  type ChartDefinition,
  formatQuantity,
  getTargetName,
  isTimedTransition,
  type TransitionDefinition,
} from '../../../statechart/definition.ts';
import { isMermaidDiagram } from '../../../statechart/formats/parseMermaidStatements.ts';
import { isXmlText } from '../../../statechart/formats/readChart.ts';
import { listPlacedStates } from '../../../statechart/hierarchy/tree.ts';
import { listAskingStates, listOutsideEvents } from '../asking.ts';
import type { OutsideEvents } from '../outsideEvents.ts';
import type { ChartTable, TransitionRow } from '../reports/chartQueries.ts';
import type { MovedBy } from './editChartText.ts';

/** A chart as a table has it; null for what has no list of transitions: an XState configuration, a diagram. */
export function buildChartTable(
  text: string,
  definition: ChartDefinition,
  outside: OutsideEvents,
): ChartTable | null {
  if (isMermaidDiagram(text)) return null;
  if (!isXmlText(text) && !Array.isArray((JSON.parse(text) as { states?: unknown }).states)) return null;
  const asking = new Map(
    listAskingStates(definition, outside).map(({ state, template }) => [state, template]),
  );
  return {
    transitions: definition.transitions.map(transition => buildTransitionRow(transition, definition, asking)),
    states: listPlacedStates(definition)
      .map(({ id }) => ({
        id,
        asks: asking.get(id) ?? null,
        events: listOutsideEvents(definition, outside, id).length,
      }))
      .filter(({ asks, events }) => asks !== null || events > 1),
  };
}

function buildTransitionRow(
  transition: TransitionDefinition,
  { thresholds = {} }: ChartDefinition,
  asking: ReadonlyMap<string, unknown>,
): TransitionRow {
  const { source, trigger, on, rate, per = '', weight } = transition;
  const by = getTransitionMover(transition);
  const weighs = by === 'event' && (asking.has(source) || weight !== undefined);
  const ticks = Object.hasOwn(thresholds, source) ? formatQuantity(thresholds[source]) : '';
  return {
    source,
    target: getTargetName(transition),
    // What it is called may be another thing than the event.
    name: rate === undefined && on?.length === 1 ? on[0] : trigger,
    by,
    rate: rate === undefined ? '' : formatQuantity(rate),
    per,
    weight: weighs ? formatQuantity(weight ?? 1) : null,
    ticks: by === 'timeout' ? ticks : null,
  };
}

function getTransitionMover(transition: TransitionDefinition): MovedBy | null {
  const { rate, per, on, wildcard } = transition;
  if (wildcard || transition.source === '*') return null;
  if (rate !== undefined) return per === undefined ? 'rate' : 'neighbours';
  if (isTimedTransition(transition)) return 'timeout';
  // Several events, or none, are said in the text alone.
  return on === undefined || on.length === 1 ? 'event' : null;
}
