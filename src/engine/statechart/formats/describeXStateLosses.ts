import { formatNounCount } from '../../core/formatNounCount.ts';
import {
  type ChartDefinition,
  getOwnThreshold,
  isTimedTransition,
  type StateDefinition,
} from '../definition.ts';

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
  let asksStates = false;
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const { kind, after } = part as { readonly kind?: unknown; readonly after?: unknown };
    if (kind === 'set' || kind === 'add' || kind === 'compare') kinds.add(kind);
    if (kind === 'in') asksStates = true;
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
    ...describeConcurrentTimeouts(
      listConcurrentStates(
        chart,
        timed.map(({ source }) => source),
      ),
    ),
    ...(isDelayed
      ? ['events that are sent later are actions named send in XState unless they are its own delays (after)']
      : []),
    ...(asksStates
      ? ['in: guards on active states have to be given to XState as its stateIn, under this name']
      : []),
    ...listOverlappingEvents(chart).map(
      ([first, second]) =>
        `“${first}” before “${second}”: the first that fits answers here, and in XState the one that fits more exactly`,
    ),
    ...(kinds.size === 0
      ? []
      : [
          `${[...kinds].join(', ')}: on columns of agents, functions of these names have to be given to XState`,
        ]),
  ];
}

function describeConcurrentTimeouts(pairs: readonly (readonly [string, string])[]): readonly string[] {
  const [first] = pairs;
  if (first === undefined) return [];
  const more = pairs.length === 1 ? '' : ` (and ${formatNounCount(pairs.length - 1, 'more pair')})`;
  return [
    `“${first[0]}” and “${first[1]}”${more} wait at the same time: where both timeouts are due in one tick, XState may take the other one first`,
  ];
}

/** Pairs of some states that can be active together: one within the other, or both within a parallel state. */
function listConcurrentStates(
  { states }: ChartDefinition,
  wanted: readonly string[],
): readonly (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = [];
  const sources = new Set(wanted);
  /** The wanted states at and below some. */
  const collect = (level: readonly (string | StateDefinition)[], isParallel: boolean): readonly string[] => {
    const found: string[] = [];
    for (const state of level) {
      const { id, kind, states: inner = [] } = typeof state === 'string' ? { id: state } : state;
      const below = collect(inner, kind === 'parallel');
      if (sources.has(id)) for (const one of below) pairs.push([id, one]);
      const own = sources.has(id) ? [id, ...below] : below;
      if (isParallel) for (const one of found) for (const other of own) pairs.push([one, other]);
      found.push(...own);
    }
    return found;
  };
  collect(states, false);
  return pairs;
}

/** Descriptors of one state of which a later one is narrower than one before it: by XState's rules it goes first. */
function listOverlappingEvents({
  transitions,
  semantics,
}: ChartDefinition): readonly (readonly [string, string])[] {
  if (semantics === 'xstate') return [];
  const found = new Map<string, readonly [string, string]>();
  const bySource = new Map<string, string[]>();
  for (const { source, trigger, on, rate } of transitions) {
    if (rate !== undefined) continue;
    const before = bySource.get(source) ?? [];
    bySource.set(source, before);
    for (const event of on ?? [trigger])
      for (const wide of before)
        if (wide !== event && isWiderDescriptor(wide, event)) found.set(`${wide} ${event}`, [wide, event]);
    // A trigger of its own answers its name alone.
    before.push(...(on ?? []));
  }
  return [...found.values()];
}

/** True if all events of a descriptor are those of another as well: "*", "x" and "x.*" have "x.y". */
const isWiderDescriptor = (wide: string, narrow: string): boolean =>
  wide === '*' || narrow.startsWith(`${wide.replace(/\.\*?$/, '')}.`);
