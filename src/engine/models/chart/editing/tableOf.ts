import {
  type ChartDefinition,
  isTimed,
  quantityText,
  type TransitionDefinition,
  targetName,
} from '../../../statechart/definition.ts';
import { isMermaid } from '../../../statechart/formats/mermaidStatements.ts';
import { isXml } from '../../../statechart/formats/readChart.ts';
import { placedStates } from '../../../statechart/hierarchy/tree.ts';
import { askingStates, eventsOutOf } from '../asking.ts';
import type { OutsideEvents } from '../outsideEvents.ts';
import type { ChartTable, TransitionRow } from '../reports/chartQueries.ts';
import type { MovedBy } from './editChart.ts';

/** A chart as a table has it; null for what has no list of transitions: an XState configuration, a diagram. */
export function tableOf(
  text: string,
  definition: ChartDefinition,
  outside: OutsideEvents,
): ChartTable | null {
  if (isMermaid(text)) return null;
  if (!isXml(text) && !Array.isArray((JSON.parse(text) as { states?: unknown }).states)) return null;
  const asking = new Map(askingStates(definition, outside).map(({ state, template }) => [state, template]));
  return {
    transitions: definition.transitions.map(transition => rowOf(transition, definition, asking)),
    states: placedStates(definition)
      .map(({ id }) => ({
        id,
        asks: asking.get(id) ?? null,
        events: eventsOutOf(definition, outside, id).length,
      }))
      .filter(({ asks, events }) => asks !== null || events > 1),
  };
}

function rowOf(
  transition: TransitionDefinition,
  { thresholds = {} }: ChartDefinition,
  asking: ReadonlyMap<string, unknown>,
): TransitionRow {
  const { source, trigger, on, rate, per = '', weight } = transition;
  const by = movedBy(transition);
  const weighs = by === 'event' && (asking.has(source) || weight !== undefined);
  const ticks = Object.hasOwn(thresholds, source) ? quantityText(thresholds[source]) : '';
  return {
    source,
    target: targetName(transition),
    // What it is called may be another thing than the event.
    name: rate === undefined && on?.length === 1 ? on[0] : trigger,
    by,
    rate: rate === undefined ? '' : quantityText(rate),
    per,
    weight: weighs ? quantityText(weight ?? 1) : null,
    ticks: by === 'timeout' ? ticks : null,
  };
}

function movedBy(transition: TransitionDefinition): MovedBy | null {
  const { rate, per, on, wildcard } = transition;
  if (wildcard || transition.source === '*') return null;
  if (rate !== undefined) return per === undefined ? 'rate' : 'neighbours';
  if (isTimed(transition)) return 'timeout';
  // Several events, or none, are said in the text alone.
  return on === undefined || on.length === 1 ? 'event' : null;
}
