import { UNNAMED } from '../../../engine/statechart/definition.ts';
import type { ChartLike } from '../placement.ts';

/**
 * Transitions from one state to another, drawn as one line. Numbers are positions among the chart's states.
 */
export interface SheetLine {
  readonly source: number;
  readonly target: number;
  /** Triggers named next to it, with their labels. */
  readonly names: readonly string[];
  readonly labels: readonly string[];
  /** Total number of times it was taken, if the chart has totals. */
  readonly total?: number;
}

/** Transitions from any state into one, drawn as one dashed line. */
export interface Wildcard {
  readonly target: number;
  readonly names: readonly string[];
  readonly labels: readonly string[];
}

/** The lines of a chart: one for each pair of states, and one for each target of wildcards. */
export interface Lines {
  readonly exact: readonly SheetLine[];
  readonly wildcards: readonly Wildcard[];
}

interface ExactLine {
  readonly source: number;
  readonly target: number;
  readonly total?: number;
  readonly named: Map<string, string>;
}

/** The lines of a chart, in the order of its transitions. */
export function collectChartLines({ states, transitions }: ChartLike): Lines {
  const numbers = new Map(states.map((state, number) => [state, number]));
  const exact = new Map<string, ExactLine>();
  const wildcards = new Map<number, { target: number; named: Map<string, string> }>();
  for (const { source, target, trigger, wildcard, words, total } of transitions) {
    const [from, to] = [numbers.get(source), numbers.get(target)];
    if (from === undefined || to === undefined) continue;
    const line = wildcard
      ? getOrCreateEntry(wildcards, to, () => ({ target: to, named: new Map<string, string>() }))
      : getOrCreateEntry(exact, `${from}>${to}`, () => ({
          ...{ source: from, target: to, named: new Map<string, string>() },
          ...(total !== undefined && { total }),
        }));
    if (total !== undefined) continue;
    // A nameless trigger needs no label, unless its transition has words of its own.
    const label = words?.label ?? (trigger === UNNAMED ? null : trigger);
    if (label !== null && !line.named.has(trigger)) line.named.set(trigger, label);
  }
  return {
    exact: [...exact.values()].map(({ named, ...line }) => ({ ...line, ...getLineNames(named) })),
    wildcards: [...wildcards.values()].map(({ named, ...line }) => ({ ...line, ...getLineNames(named) })),
  };
}

const getLineNames = (named: ReadonlyMap<string, string>): Pick<SheetLine, 'names' | 'labels'> => ({
  names: [...named.keys()],
  labels: [...named.values()],
});

function getOrCreateEntry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}
