import type { Tick } from '../../../core/indices.ts';
import { POST_KINDS } from './postKinds.ts';

/** Measures of one cascade; definitions in docs/social.md. */
export interface CascadeMeasures {
  /** Unique users. */
  readonly size: number;
  /** Of those that are measured. */
  readonly posts: number;
  readonly replies: number;
  readonly reshares: number;
  /** Longest path from the root, in steps. */
  readonly depth: number;
  readonly maxBreadth: number;
  /** Mean distance between two posts, in steps (Goel et al. 2016); 0 for one post. */
  readonly structuralVirality: number;
  /** Posts below another than the root, as a share of all but the root; null for one post. */
  readonly postRootR: number | null;
  readonly minutesToHalfSize: number;
  readonly observedTicks: number;
}

/** The posts of one cascade, one a row; row 0 is the root and every parent comes before its children. */
export interface CascadeColumns {
  /** Row of the parent; −1 for the root. */
  readonly parent: ArrayLike<number>;
  readonly author: ArrayLike<number>;
  readonly tick: ArrayLike<number>;
  /** Index into POST_KINDS. */
  readonly kind: ArrayLike<number>;
}

const REPLY = POST_KINDS.indexOf('reply');
const RESHARE = POST_KINDS.indexOf('reshare');

/**
 * All measures of a cascade as it stood after tick `upTo`, in O(n) (the half size sorts when ticks are out of
 * order).
 * @param tickSeconds simulated seconds of one tick.
 * @throws RangeError for no rows, or for a parent that does not come before its child.
 */
export function measureCascade(columns: CascadeColumns, tickSeconds: number, upTo: Tick): CascadeMeasures {
  const { parent, author, tick, kind } = columns;
  const posts = parent.length;
  if (posts === 0 || parent[0] !== -1) throw new RangeError('a cascade begins with its root');
  const depth = new Int32Array(posts);
  const breadth = new Int32Array(posts);
  const users = new Set<number>();
  let replies = 0;
  let reshares = 0;
  let deepest = 0;
  let rootChildren = 0;
  for (let row = 0; row < posts; row++) {
    if (row > 0) {
      const above = parent[row];
      if (!(above >= 0 && above < row)) throw new RangeError(`row ${row} hangs on row ${above}`);
      depth[row] = depth[above] + 1;
      if (above === 0) rootChildren++;
    }
    breadth[depth[row]]++;
    deepest = Math.max(deepest, depth[row]);
    users.add(author[row]);
    if (kind[row] === REPLY) replies++;
    else if (kind[row] === RESHARE) reshares++;
  }
  return {
    size: users.size,
    posts,
    replies,
    reshares,
    depth: deepest,
    maxBreadth: breadth.reduce((greatest, count) => Math.max(greatest, count), 0),
    structuralVirality: computeStructuralVirality(parent),
    postRootR: posts === 1 ? null : (posts - 1 - rootChildren) / (posts - 1),
    minutesToHalfSize: (computeTicksToHalf(tick) * tickSeconds) / 60,
    observedTicks: upTo - tick[0],
  };
}

/**
 * Mean distance between two posts (Goel et al. 2016): an edge whose lower side holds s of n posts lies on s
 * (n − s) of the n (n − 1) / 2 paths. 0 for one post. Parents come before children; O(n).
 */
export function computeStructuralVirality(parent: ArrayLike<number>): number {
  const posts = parent.length;
  if (posts < 2) return 0;
  const below = new Float64Array(posts).fill(1);
  let paths = 0;
  for (let row = posts - 1; row > 0; row--) {
    below[parent[row]] += below[row];
    paths += below[row] * (posts - below[row]);
  }
  return (2 * paths) / (posts * (posts - 1));
}

/** Ticks from the root until at least half of all posts exist. */
function computeTicksToHalf(tick: ArrayLike<number>): number {
  let ordered = true;
  for (let row = 1; row < tick.length; row++) if (tick[row] < tick[row - 1]) ordered = false;
  const sorted = ordered ? tick : Int32Array.from(tick).sort();
  return sorted[Math.ceil(tick.length / 2) - 1] - tick[0];
}
