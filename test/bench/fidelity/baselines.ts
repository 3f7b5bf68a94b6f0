import type { Network } from '../../../src/engine/network/network.ts';
import { computeQuantile, sortAscending } from '../../../src/engine/statistics/quantiles.ts';
import { Draws } from './draws.ts';
import { lossOf } from './fit.ts';
import { broadcast, hawkes } from './hawkes.ts';
import { independentCascade, meanWeight } from './independentCascade.ts';
import { influences, linearThreshold } from './linearThreshold.ts';
import { type Shape, shapeOf, type Tree } from './tree.ts';

/** Numbers of a process, in the order of its parameters. */
type Numbers = readonly number[];

/** A process without agents that decide, with a number or two to fit. */
export interface Baseline {
  readonly name: string;
  /** What its numbers are, in words. */
  readonly parameters: string;
  /** What is tried. */
  readonly tries: readonly Numbers[];
  on(network: Network): (root: number, numbers: Numbers, draws: Draws) => Tree;
}

/** `count` values from `low` to `high`, each the same factor above the last. */
const spaced = (low: number, high: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => Number((low * (high / low) ** (i / (count - 1))).toPrecision(3)));

/** Followers of the author of a follower, in the mean over all edges. */
function meanMark({ offsets, targets }: Network): number {
  const sum = targets.reduce((total, user) => total + offsets[user + 1] - offsets[user], 0);
  return sum / targets.length;
}

/** The processes in which a child stays with the one from whom it came. */
const CONTAGIONS: readonly Baseline[] = [
  {
    name: 'independent cascade',
    parameters: 'mean chance of an edge',
    tries: spaced(0.01, 0.2, 20).map(chance => [chance]),
    on(network) {
      const mean = meanWeight(network);
      return (root, [chance], draws) => independentCascade(network, root, chance / mean, draws);
    },
  },
  {
    name: 'linear threshold',
    parameters: 'strength of all influences',
    tries: spaced(0.5, 1, 20).map(strength => [strength]),
    on(network) {
      const influence = influences(network);
      return (root, [strength], draws) => linearThreshold(network, influence, root, strength, draws);
    },
  },
  {
    name: 'Hawkes process',
    parameters: 'children of a child, in the mean',
    tries: spaced(0.3, 1.2, 20).map(children => [children]),
    on(network) {
      const mark = meanMark(network);
      return (root, [children], draws) => hawkes(network, root, children / mark, draws);
    },
  },
];

/** Shares of all posts that are tried as credited to the root, at random. */
const CREDITS = [0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/**
 * A process whose posts are attached to the root with a fitted chance, from whomever they came: what platforms and data sets do that name
 * the first post as the source. Sizes and times stay; every second of its tries is combined with each chance.
 */
const creditRoot = ({ name, parameters, tries, on }: Baseline): Baseline => ({
  name: `${name}, root credited`,
  parameters: `${parameters}; chance that the root is credited`,
  tries: tries.filter((_, i) => i % 2 === 0).flatMap(numbers => CREDITS.map(credit => [...numbers, credit])),
  on(network) {
    const grow = on(network);
    return (root, numbers, draws) =>
      attachToRoot(grow(root, numbers.slice(0, -1), draws), numbers[numbers.length - 1], draws);
  },
});

/** Attaches each post to the root with a chance; its own descendants stay with it. */
export const attachToRoot = ({ parent, time }: Tree, credit: number, draws: Draws): Tree => ({
  parent: parent.map(above => (above > 0 && draws.unit() < credit ? 0 : above)),
  time,
});

/** The processes that each network's rows stand beside. */
export const BASELINES: readonly Baseline[] = [...CONTAGIONS, ...CONTAGIONS.map(creditRoot)];

/** Children of the root are at least so many. */
const MIN_ROOT_CHILDREN = 50;

const heavyRoot = ([children, tail]: Numbers, draws: Draws): Tree =>
  broadcast(MIN_ROOT_CHILDREN * (1 - draws.unit()) ** (-1 / tail), children, draws);

/** One that needs no network: the root’s children are heavy-tailed, all others alike. */
export const HEAVY_ROOT: Baseline = {
  name: 'Hawkes process, heavy root',
  parameters: 'children of a child, in the mean; exponent of the root’s',
  tries: spaced(0.1, 0.6, 6).flatMap(children => [0.6, 0.8, 1, 1.3, 1.7].map(tail => [children, tail])),
  on: () => (_, numbers, draws) => heavyRoot(numbers, draws),
};

/** A baseline on a network, with the numbers and the minutes of a step that were fitted. */
export interface Fitted {
  readonly numbers: Numbers;
  /** Minutes of a step; of the mean delay, where time is continuous. */
  readonly minutes: number;
}

/** Where a baseline is compared, and on which footing. */
export interface Comparison {
  readonly network: Network;
  /** Authors of roots, of which each tree's is drawn. */
  readonly roots: readonly number[];
  readonly window: number;
  readonly least: number;
}

/** Trees of at least the least size, from so many roots. */
function grow(baseline: Baseline, { network, roots, least }: Comparison, numbers: Numbers, count: number) {
  const one = baseline.on(network);
  return (stream: number): Tree[] => {
    const draws = new Draws(1, stream);
    return Array.from({ length: count }, () => one(roots[draws.below(roots.length)], numbers, draws)).filter(
      tree => tree.parent.length >= least,
    );
  };
}

const shapesOf = (trees: readonly Tree[], minutes: number, { window, least }: Comparison): Shape[] =>
  trees.map(tree => shapeOf(tree, minutes, window)).filter(shape => shape.size >= least);

const median = (values: readonly number[]): number => computeQuantile(sortAscending(values), 0.5);

/** Streams of the trees that are fitted and of those that are judged. */
const STREAM = { fit: 100, judged: 200 } as const;
const ROOTS = { fit: 1000, judged: 4000 } as const;

/**
 * The numbers of least loss; for each, a step takes as long as brings the median of the times to half to the real one. Of
 * equal losses, that with more trees.
 */
export function fitBaseline(baseline: Baseline, real: readonly Shape[], comparison: Comparison): Fitted {
  let best = { numbers: baseline.tries[0], minutes: 1, loss: Number.POSITIVE_INFINITY, trees: 0 };
  const target = median(real.map(shape => shape.half));
  for (const numbers of baseline.tries) {
    const trees = grow(baseline, comparison, numbers, ROOTS.fit)(STREAM.fit);
    if (trees.length === 0) continue;
    const steps = median(trees.map(tree => shapeOf(tree, 1, Number.POSITIVE_INFINITY).half));
    const minutes = target / steps;
    const loss = lossOf(real, shapesOf(trees, minutes, comparison));
    if (loss < best.loss || (loss === best.loss && trees.length > best.trees))
      best = { numbers, minutes, loss, trees: trees.length };
  }
  return { numbers: best.numbers, minutes: Math.round(best.minutes * 100) / 100 };
}

/** Cascades of a fitted baseline, drawn apart from those it was fitted with. */
export function judged(baseline: Baseline, { numbers, minutes }: Fitted, comparison: Comparison) {
  const trees = grow(baseline, comparison, numbers, ROOTS.judged)(STREAM.judged);
  return { roots: ROOTS.judged, shapes: shapesOf(trees, minutes, comparison) };
}
