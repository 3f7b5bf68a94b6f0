import { type ChartDefinition, getOwnThreshold, isTimedTransition } from '../definition.ts';

/**
 * Behaviour of a chart that stands in `meta.statescope` of an XState configuration, from which Statescope reads it, and that
 * XState itself does not have; one line each.
 */
export function describeXStateLosses(chart: ChartDefinition): readonly string[] {
  const { transitions, thresholds = {}, parameters = [] } = chart;
  const drawn = transitions.filter(({ rate }) => rate !== undefined).map(({ trigger }) => `“${trigger}”`);
  const timed = transitions.filter(isTimedTransition);
  const hasOwnTimes = timed.every(({ source }) => getOwnThreshold(thresholds, source) !== undefined);
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
    ...(parameters.length === 0
      ? []
      : [`${parameters.map(({ name }) => name).join(', ')}: parameters that XState does not read`]),
    ...(hasOwnTimes
      ? []
      : [
          'timeouts of states without a threshold of their own are an event named timeout in XState, which nobody sends',
        ]),
    ...(timed.some(({ guard }) => guard !== undefined)
      ? ['a timeout whose guard does not hold is tried again in each tick here, and once in XState']
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
