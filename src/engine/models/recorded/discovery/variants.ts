import { compareCodeUnits } from '../../../files/textFile.ts';
import type { PreparedCase } from '../governance/prepareCases.ts';
import { type GraphLevel, listStepNames } from './graph.ts';

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
