import {
  type ChartDefinition,
  getNeighbourCountColumn,
  parseNeighbourColumn,
  type TransitionDefinition,
} from '../definition.ts';
import { listPlacedStates } from '../hierarchy/stateTree.ts';
import { listSentEvents } from '../listSentEvents.ts';

/** Fields whose texts name states or events. */
const NAMED = new Set([
  'id',
  'initial',
  'source',
  'target',
  'trigger',
  'on',
  'event',
  'state',
  'per',
  'machine',
]);

/**
 * A chart whose states and events have names without blanks, by which SCXML parts names: "a b" becomes "a_b", or "a_b_2" where
 * that is taken. A state keeps its own name as its label.
 * @returns the chart itself if nothing is to be changed; a note for each name
 */
export function joinScxmlNames(chart: ChartDefinition): {
  readonly chart: ChartDefinition;
  readonly notes: readonly string[];
} {
  const states = listPlacedStates(chart).map(({ id }) => id);
  // A trigger that stands for several events, or for a rate, is in an attribute of its own, and may have blanks.
  const isEvent = ({ on, rate }: TransitionDefinition) => on === undefined && rate === undefined;
  const events = chart.transitions.flatMap(one => [
    ...(one.on ?? []),
    ...(isEvent(one) ? [one.trigger] : []),
  ]);
  const taken = new Set([...states, ...events]);
  const joined = new Map<string, string>();
  for (const name of [...new Set([...states, ...events, ...listSentEvents(chart)])]) {
    if (!/\s/.test(name)) continue;
    const plain = name.trim().replace(/\s+/g, '_');
    let own = plain;
    for (let number = 2; taken.has(own); number++) own = `${plain}_${number}`;
    taken.add(own);
    joined.set(name, own);
  }
  if (joined.size === 0) return { chart, notes: [] };
  const rename = (value: unknown, field = ''): unknown => {
    if (typeof value === 'string') {
      const of = field === 'column' ? parseNeighbourColumn(value) : null;
      if (of !== null) return getNeighbourCountColumn(joined.get(of) ?? of);
      return NAMED.has(field) ? (joined.get(value) ?? value) : value;
    }
    if (Array.isArray(value)) return value.map(one => rename(one, field === 'states' ? 'id' : field));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, rename(part, name)]));
  };
  const byName = <Value>(record: Readonly<Record<string, Value>> = {}): Record<string, Value> =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [joined.get(name) ?? name, value]));
  const { words, thresholds, ...others } = chart;
  const labels = states
    .filter(state => joined.has(state))
    .map(state => [state, { label: state, description: '' }]);
  return {
    chart: {
      ...(rename(others) as ChartDefinition),
      transitions: chart.transitions.map(one => {
        const own = rename(one) as TransitionDefinition;
        return isEvent(one) ? own : { ...own, trigger: one.trigger };
      }),
      ...(thresholds && { thresholds: byName(thresholds) }),
      words: {
        states: byName({ ...Object.fromEntries(labels), ...words?.states }),
        triggers: byName(words?.triggers),
      },
    },
    notes: [...joined].map(([name, own]) => `“${name}” is written as ${own}: SCXML parts names by blanks`),
  };
}
