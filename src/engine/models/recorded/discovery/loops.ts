import { byUnit } from '../../../textFile.ts';
import type { PreparedCase } from '../governance/prepare.ts';
import { type GraphLevel, namesOnLevel } from './graph.ts';
import { merged } from './variants.ts';

/** A cycle of nodes that cases walk: A→B→A. */
interface Loop {
  /** Begins and ends at the same node, the first of them by code unit. */
  readonly path: readonly string[];
  /** Times that it was walked, in all cases. */
  readonly count: number;
  readonly cases: number;
  /** The case that walks it most often; the first of several. */
  readonly most: { readonly id: string; readonly times: number };
}

/**
 * Cycles, most often walked first. A walk falls into them whenever it comes back to a node: what lay in between is one
 * cycle, and is forgotten. Steps that stay in a node are no cycle.
 */
export function loopsOf(cases: readonly PreparedCase[], level: GraphLevel): Loop[] {
  const found = new Map<string, Omit<Loop, 'path'>>();
  for (const one of cases) {
    const id = one.source.id;
    for (const [key, times] of cyclesOf(merged(namesOnLevel(one, level)))) {
      const known = found.get(key) ?? { count: 0, cases: 0, most: { id, times: 0 } };
      found.set(key, {
        count: known.count + times,
        cases: known.cases + 1,
        most: times > known.most.times ? { id, times } : known.most,
      });
    }
  }
  return [...found]
    .sort(([a, x], [b, y]) => y.count - x.count || byUnit(a, b))
    .map(([key, loop]) => ({ path: JSON.parse(key) as string[], ...loop }));
}

/** How often a walk goes through each cycle. */
function cyclesOf(names: readonly string[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  const way: string[] = [];
  for (const name of names) {
    const back = way.lastIndexOf(name);
    if (back === -1) {
      way.push(name);
      continue;
    }
    const key = JSON.stringify(turned(way.splice(back)));
    way.push(name);
    times.set(key, (times.get(key) ?? 0) + 1);
  }
  return times;
}

/** The same cycle, wherever the walk entered it. */
function turned(cycle: readonly string[]): readonly string[] {
  let first = 0;
  for (let i = 1; i < cycle.length; i++) if (cycle[i] < cycle[first]) first = i;
  return [...cycle.slice(first), ...cycle.slice(0, first), cycle[first]];
}
