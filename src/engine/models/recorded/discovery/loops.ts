import { compareCodeUnits } from '../../../files/textFile.ts';
import type { PreparedCase } from '../governance/prepareCases.ts';
import { type GraphLevel, listStepNames } from './graph.ts';

/** A cycle of nodes that cases walk: A→B→A. */
interface CaseLoop {
  /** Begins and ends at the same node, the first of them by code unit. */
  readonly path: readonly string[];
  /** Times that it was walked, in all cases. */
  readonly count: number;
  readonly cases: number;
  /** The case that walks it most often; the first of several. */
  readonly most: { readonly id: string; readonly times: number };
}

/**
 * Cycles, most often walked first. A walk completes one whenever it returns to a node: the part in between is one
 * cycle, and is dropped. Steps that stay in a node do not count.
 */
export function findCaseLoops(cases: readonly PreparedCase[], level: GraphLevel): CaseLoop[] {
  const found = new Map<string, Omit<CaseLoop, 'path'>>();
  for (const one of cases) {
    const id = one.source.id;
    for (const [key, times] of countWalkCycles(mergeRepeatedNames(listStepNames(one, level)))) {
      const known = found.get(key) ?? { count: 0, cases: 0, most: { id, times: 0 } };
      found.set(key, {
        count: known.count + times,
        cases: known.cases + 1,
        most: times > known.most.times ? { id, times } : known.most,
      });
    }
  }
  return [...found]
    .sort(([a, x], [b, y]) => y.count - x.count || compareCodeUnits(a, b))
    .map(([key, loop]) => ({ path: JSON.parse(key) as string[], ...loop }));
}

/** Number of times that a walk goes through each cycle. */
function countWalkCycles(names: readonly string[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { cycle } of iterateWalkCycles(names)) {
    const key = JSON.stringify(normalizeCycle(cycle));
    times.set(key, (times.get(key) ?? 0) + 1);
  }
  return times;
}

/** Each cycle of a walk, as it ends: its nodes from the revisited one on, and the place in the walk. */
function* iterateWalkCycles(names: readonly string[]) {
  const way: string[] = [];
  for (const [at, name] of names.entries()) {
    const back = way.lastIndexOf(name);
    if (back !== -1) yield { cycle: way.splice(back), at };
    way.push(name);
  }
}

/** The cycle that a walk has just come round, the times that it has been walked so far; null for none. @param names merged */
export function findEndingCycle(names: readonly string[]): Pick<CaseLoop, 'path' | 'count'> | null {
  const all = [...iterateWalkCycles(names)];
  const last = all.at(-1);
  if (last?.at !== names.length - 1) return null;
  const keyOf = (cycle: readonly string[]) => JSON.stringify(normalizeCycle(cycle));
  const count = all.filter(({ cycle }) => keyOf(cycle) === keyOf(last.cycle)).length;
  return { path: [...last.cycle, last.cycle[0]], count };
}

/** The same cycle, independent of the walk's entry into it. */
function normalizeCycle(cycle: readonly string[]): readonly string[] {
  let first = 0;
  for (let i = 1; i < cycle.length; i++) if (cycle[i] < cycle[first]) first = i;
  return [...cycle.slice(first), ...cycle.slice(0, first), cycle[first]];
}

/** A way through the nodes that cases have in common; steps that stay in a node count once. */
interface Variant {
  readonly path: readonly string[];
  readonly cases: number;
  readonly failed: number;
  readonly succeeded: number;
  /** Ids of its cases. */
  readonly ids: readonly string[];
}

/** A case's nodes, each stay once. */
export const mergeRepeatedNames = (names: readonly string[]): readonly string[] =>
  names.filter((name, i) => i === 0 || name !== names[i - 1]);

/** Variants of cases, most frequent first, equal ones by their path. */
export function collectVariants(cases: readonly PreparedCase[], level: GraphLevel): Variant[] {
  const found = new Map<string, { path: readonly string[]; cases: PreparedCase[] }>();
  for (const one of cases) {
    const path = mergeRepeatedNames(listStepNames(one, level));
    const key = JSON.stringify(path);
    const known = found.get(key);
    if (known === undefined) found.set(key, { path, cases: [one] });
    else known.cases.push(one);
  }
  return [...found]
    .sort(([a, x], [b, y]) => y.cases.length - x.cases.length || compareCodeUnits(a, b))
    .map(([, variant]) => summarizeVariant(variant.path, variant.cases));
}

function summarizeVariant(path: readonly string[], cases: readonly PreparedCase[]): Variant {
  const ending = (outcome: string) => cases.filter(({ source }) => source.outcome === outcome).length;
  return {
    path,
    cases: cases.length,
    failed: ending('failed'),
    succeeded: ending('succeeded'),
    ids: cases.map(({ source }) => source.id),
  };
}
