import { type ChartDefinition, isTimedTransition } from '../definition.ts';

/**
 * Behaviour of a chart that stands in `meta.statescope` of an XState configuration, from which Statescope reads it, and that
 * XState itself does not have; one line each.
 */
export function describeXStateLosses(chart: ChartDefinition): readonly string[] {
  const { transitions, thresholds = {} } = chart;
  const drawn = transitions.filter(({ rate }) => rate !== undefined).map(({ trigger }) => `“${trigger}”`);
  const isTimed = transitions.some(isTimedTransition);
  const kinds = new Set<string>();
  let isDelayed = false;
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const { kind, after } = part as { readonly kind?: unknown; readonly after?: unknown };
    if (kind === 'set' || kind === 'add' || kind === 'compare') kinds.add(kind);
    if (kind === 'send' && typeof after === 'number' && after > 0) isDelayed = true;
    for (const inner of Object.values(part)) look(inner);
  };
  look(chart);
  return [
    ...(drawn.length === 0
      ? []
      : [`${[...new Set(drawn)].join(', ')}: transitions at a rate do not happen in XState`]),
    ...(isTimed || Object.keys(thresholds).length > 0
      ? ['timeouts by ticks in a state are an event named timeout in XState, which nobody sends']
      : []),
    ...(isDelayed
      ? ['events that are sent later are actions named send in XState unless they are its own delays (after)']
      : []),
    ...(kinds.size === 0
      ? []
      : [
          `${[...kinds].join(', ')}: on columns of agents, functions of these names have to be given to XState`,
        ]),
  ];
}
