import { getOutcomeRange, type OutcomeDefinition } from '../model/outcomeDefinition.ts';
import { computeJointInterval } from '../statistics/intervals/computeJointInterval.ts';
import {
  computeMean,
  computeMeanInterval,
  computePairedInterval,
  getValueKind,
} from '../statistics/intervals/computeMeanInterval.ts';
import type { Interval } from '../statistics/intervals/interval.ts';
import { computeWorldBand, computeWorldRank, type Rank, type WorldBand } from '../statistics/quantiles.ts';
import { type ArmPair, listSweepComparisons } from './listSweepComparisons.ts';
import type { World } from './worldCourse.ts';

/** Results of the worlds of one arm, in one outcome. */
export interface OutcomeSummary {
  readonly name: string;
  /** Worlds in which there was something to measure. */
  readonly n: number;
  readonly band: WorldBand | null;
  readonly mean: number | null;
  /** Of the mean, 95 %; null if the worlds are not enough. */
  readonly interval: Interval | null;
  /** Worlds in which it still changed in the last ticks: what they came to is not the end. */
  readonly growing: number;
  /** The run itself among them; null if it was not played or has no value. */
  readonly here: { readonly value: number; readonly rank: Rank } | null;
}

/** Differences between two arms in the same worlds: the second less the first. */
export interface PairedSummary {
  readonly name: string;
  /** Worlds in which both have a value. */
  readonly n: number;
  readonly mean: number | null;
  /** Of the mean, 95 %; null if the worlds are not enough. */
  readonly interval: Interval | null;
  /** Of all that are made in this outcome: those that have a pair. */
  readonly comparisons: number;
  /** The interval of the mean that holds for all of these together, by 95 %. */
  readonly jointInterval: Interval | null;
  readonly more: number;
  readonly equal: number;
  readonly less: number;
}

const isNonNullNumber = (value: number | null): value is number => value !== null;

/** Resamples depend on the order of the values, and threads end in any order. */
const sortWorlds = (worlds: readonly World[]): readonly World[] =>
  [...worlds].sort((a, b) => a.world - b.world);

/**
 * Every outcome over some worlds of one arm.
 * @param here the arm's own run
 * @param seed of the bootstrap
 * @param agents of each world; infinite if unknown
 */
export const summarizeWorlds = (
  definitions: readonly OutcomeDefinition[],
  worlds: readonly World[],
  here: World | null,
  seed: number,
  agents: number,
): readonly OutcomeSummary[] =>
  definitions.map((definition, at) => {
    const { name, unit } = definition;
    const values = sortWorlds(worlds)
      .map(world => world.outcomes[at])
      .filter(isNonNullNumber);
    const own = here?.outcomes[at] ?? null;
    return {
      name,
      n: values.length,
      band: computeWorldBand(values),
      mean: values.length === 0 ? null : computeMean(values),
      interval: computeMeanInterval(values, seed, getValueKind(unit), getOutcomeRange(definition, agents)),
      growing: worlds.filter(({ growing }) => growing[at]).length,
      here: own === null ? null : { value: own, rank: computeWorldRank(own, values) },
    };
  });

/** Every outcome of one arm less that of another, world by world: both have the same chance. @param seed of the bootstrap */
export const summarizePairedWorlds = (
  definitions: readonly OutcomeDefinition[],
  [first, second]: readonly [readonly World[], readonly World[]],
  seed: number,
): readonly PairedSummary[] => summarizeArmDifferences(definitions, first, [second], seed)[0];

/**
 * The same for several arms less one, with intervals that hold for all of an outcome together as well.
 * @returns rows by arm, then outcome
 */
export function summarizeArmDifferences(
  definitions: readonly OutcomeDefinition[],
  first: readonly World[],
  others: readonly (readonly World[])[],
  seed: number,
): readonly (readonly PairedSummary[])[] {
  const columns = definitions.map((definition, at) => {
    const pairs = others.map(other => collectDifferences(first, other, at));
    const comparisons = pairs.filter(differences => differences.length > 0).length;
    return pairs.map(differences => summarizeDifferences(definition, differences, comparisons, seed));
  });
  return others.map((_, arm) => columns.map(column => column[arm]));
}

/** A difference of a sweep, with the places of its two arms. */
interface ArmDifference extends PairedSummary {
  readonly pair: ArmPair;
}

/**
 * Every arm of a sweep less the reference, also without a pair, and the ends where `listSweepComparisons` has them.
 * @param arms worlds by arm
 * @returns rows by outcome, then comparison
 */
export const summarizeSweepDifferences = (
  definitions: readonly OutcomeDefinition[],
  arms: readonly (readonly World[])[],
  { reference, isOrdered }: { readonly reference: number; readonly isOrdered: boolean },
  seed: number,
): readonly (readonly ArmDifference[])[] =>
  definitions.map((definition, at) => {
    const known = arms.map(
      worlds => new Set(worlds.flatMap(({ world, outcomes }) => (outcomes[at] === null ? [] : [world]))),
    );
    const made = listSweepComparisons(known, reference, isOrdered);
    const others = [...arms.keys()].filter(arm => arm !== reference);
    const pairs = [
      ...others.map((arm): ArmPair => [reference, arm]),
      ...made.filter(([first]) => first !== reference),
    ];
    return pairs.map(pair => {
      const differences = collectDifferences(arms[pair[0]], arms[pair[1]], at);
      return { pair, ...summarizeDifferences(definition, differences, made.length, seed) };
    });
  });

function collectDifferences(
  first: readonly World[],
  second: readonly World[],
  outcome: number,
): readonly number[] {
  const others = new Map(second.map(world => [world.world, world]));
  return sortWorlds(first).flatMap(({ world, outcomes }) => {
    const [a, b] = [outcomes[outcome], others.get(world)?.outcomes[outcome] ?? null];
    return a === null || b === null ? [] : [b - a];
  });
}

function summarizeDifferences(
  definition: OutcomeDefinition,
  differences: readonly number[],
  comparisons: number,
  seed: number,
): PairedSummary {
  const interval = computePairedInterval(differences, seed, definition);
  return {
    name: definition.name,
    n: differences.length,
    mean: differences.length === 0 ? null : computeMean(differences),
    interval,
    comparisons,
    jointInterval: computeJointInterval(differences, interval, comparisons, definition),
    more: differences.filter(difference => difference > 0).length,
    equal: differences.filter(difference => difference === 0).length,
    less: differences.filter(difference => difference < 0).length,
  };
}
