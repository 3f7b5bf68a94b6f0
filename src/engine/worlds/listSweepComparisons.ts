import type { ParameterValue } from '../parameters/parameterDefinition.ts';

/** Two arms of a sweep that are compared: the second less the first. */
export type ArmPair = readonly [first: number, second: number];

/** True for a sweep over the values of one number; choices have no order. @param values of the swept parameters, by arm */
export const isOrderedSweep = ([values]: readonly (readonly ParameterValue[])[]): boolean =>
  values.length === 1 && typeof values[0] !== 'string';

/**
 * The comparisons that a sweep makes in one outcome, all of which its joint intervals allow for: each arm with the reference and,
 * if that lies between the ends of a sweep over numbers, the last arm with a value with the first.
 * @param worlds by arm, the numbers of the worlds that have a value; arms without a common world are not compared
 */
export function listSweepComparisons(
  worlds: readonly ReadonlySet<number>[],
  reference: number,
  isOrdered: boolean,
): readonly ArmPair[] {
  const hasValue = (own: ReadonlySet<number>) => own.size > 0;
  const [first, last] = [worlds.findIndex(hasValue), worlds.findLastIndex(hasValue)];
  const hasInnerReference = isOrdered && first < last && first !== reference && last !== reference;
  const pairs: readonly ArmPair[] = [
    ...[...worlds.keys()].filter(arm => arm !== reference).map((arm): ArmPair => [reference, arm]),
    ...(hasInnerReference ? [[first, last] as const] : []),
  ];
  return pairs.filter(([a, b]) => [...worlds[a]].some(world => worlds[b].has(world)));
}
