import { InputError } from '../../../core/errors.ts';
import { formatPostId, type Tick } from '../../../core/indices.ts';
import { type OutcomeValues, orderOutcomeValues } from '../../../model/outcomeDefinition.ts';
import { computeStructuralVirality } from '../cascade/measureCascade.ts';
import type { Cascades } from '../posts/cascades.ts';
import { type Posts, Word } from '../posts/posts.ts';
import type { CascadeCounts } from '../socialChoices.ts';
import { POST_SUBJECT, SOCIAL_OUTCOMES } from './socialOutcomes.ts';

/** The forest, as it is now. */
type Now = Pick<Cascades, 'ranked' | 'size' | 'passers' | 'counts' | 'rule'>;

/** A moment of a run, with what the outcomes need of it. */
interface Measured {
  readonly tick: Tick;
  /** Tick from which on a cascade that begins is a new one. */
  readonly since: Tick;
  /** Number of idle agents after the tick, and of all. */
  readonly idle: number;
  readonly agents: number;
}

/**
 * The values of `SOCIAL_OUTCOMES` after a tick, from its posts. O(posts); after the last one, without new cascades, O(posts of
 * the largest cascade), or less if it has not grown.
 * @param wanted numbers of the requested ones; absent: all
 */
export function measureSocialOutcomes(
  posts: Posts,
  cascades: Now,
  { tick, since, idle, agents }: Measured,
  wanted?: ReadonlySet<number>,
): OutcomeValues {
  const there = countPostsUpTo(posts, tick);
  // These take going through the posts.
  const isWanted = (noun: RegExp) =>
    wanted === undefined || SOCIAL_OUTCOMES.some(({ name }, at) => noun.test(name) && wanted.has(at));
  const { largest, reached, sizeOf } =
    there === posts.count ? measureCurrentCascades(cascades) : measurePastCascades(posts, cascades, there);
  let newest = 0;
  for (let post = isWanted(/new/) ? countPostsUpTo(posts, since - 1) : there; post < there; post++)
    newest = Math.max(newest, sizeOf(post));
  const isShaped = largest >= 0 && isWanted(/depth|virality/);
  const shape = isShaped ? measureCascadeShape(posts, cascades, largest, there) : null;
  return orderOutcomeValues(SOCIAL_OUTCOMES, {
    largest_cascade: sizeOf(largest) || null,
    largest_new_cascade: newest || null,
    people_reached: reached,
    posts: there,
    active_share: agents === 0 ? null : 1 - idle / agents,
    depth: shape?.depth ?? null,
    structural_virality: shape?.virality ?? null,
  });
}

/** The tree of a root, as it was measured last: it changes in few ticks. */
interface CascadeShape {
  readonly root: number;
  /** The last post under it, whether it counts or not. */
  readonly last: number;
  readonly rule: CascadeCounts;
  readonly depth: number;
  readonly virality: number;
}
const lastShapes = new WeakMap<Posts, CascadeShape>();

function measureCascadeShape(posts: Posts, cascades: Now, root: number, there: number): CascadeShape {
  const known = lastShapes.get(posts);
  const last = posts.last.data[root];
  const { rule } = cascades;
  if (known?.root === root && known.last === last && known.rule === rule && last < there) return known;
  const tree = buildPostTree(posts, cascades, root, there);
  const virality = computeStructuralVirality(tree.parent);
  const shape = { root, last, rule, depth: tree.depth, virality };
  // Of a past tick, only the first posts are measured.
  if (last < there) lastShapes.set(posts, shape);
  return shape;
}

/** Facts about the whole forest. */
interface Whole {
  /** Root; −1 for none. */
  readonly largest: number;
  readonly reached: number;
  /** People under a root; 0 for a post that is none. */
  sizeOf(root: number): number;
}

const measureCurrentCascades = (cascades: Now): Whole => ({
  largest: cascades.ranked(1)[0] ?? -1,
  reached: cascades.passers,
  sizeOf: root => cascades.size(root),
});

/** The same of the first posts alone. */
function measurePastCascades(posts: Posts, cascades: Now, there: number): Whole {
  const members = new Map<number, Set<number>>();
  const reached = new Set<number>();
  const sizeOf = (root: number) => members.get(root)?.size ?? 0;
  let largest = -1;
  for (let post = 0; post < there; post++) {
    if (!cascades.counts(post)) continue;
    const root = posts.word(post, Word.root);
    const author = posts.word(post, Word.author);
    if (author !== posts.word(root, Word.author)) reached.add(author);
    const people = members.get(root) ?? new Set<number>();
    members.set(root, people.add(author));
    const most = sizeOf(largest);
    if (people.size > most || (people.size === most && root < largest)) largest = root;
  }
  return { largest, reached: reached.size, sizeOf };
}

/** The values of `POST_SUBJECT` after a tick. @throws InputError for a post that is not there by then */
export function measurePostSubject(
  posts: Posts,
  cascades: Pick<Cascades, 'counts'>,
  id: string,
  tick: Tick,
): OutcomeValues {
  const post = findPostNumber(posts, id);
  const there = countPostsUpTo(posts, tick);
  if (post >= there) return POST_SUBJECT.outcomes.map(() => null);
  const { rows, parent, depth } = buildPostTree(posts, cascades, post, there);
  const people = new Set(rows.map(row => posts.word(row, Word.author)));
  return orderOutcomeValues(POST_SUBJECT.outcomes, {
    post_people: people.size,
    post_posts: rows.length,
    post_depth: depth,
    post_virality: computeStructuralVirality(parent),
  });
}

/** Number of a post that is there. @throws InputError */
export function findPostNumber(posts: Posts, id: string): number {
  const post = Number(id.slice('post_'.length)) - 1;
  if (post >= 0 && post < posts.count) return post;
  throw new InputError(`there is no ${id}: the last is ${formatPostId(posts.count - 1)}`);
}

/** Number of posts up to a tick; posts are in tick order. */
function countPostsUpTo(posts: Posts, tick: number): number {
  let [low, high] = [0, posts.count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (posts.word(middle, Word.tick) <= tick) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A post and those below it among the first `there`, as rows with parents before children. */
function buildPostTree(posts: Posts, cascades: Pick<Cascades, 'counts'>, top: number, there: number) {
  const rowOf = new Map<number, number>();
  const parent: number[] = [];
  let depth = 0;
  for (const post of posts.under(posts.word(top, Word.root))) {
    if (post >= there) break;
    const above = rowOf.get(posts.parent.data[post]) ?? -1;
    if (post !== top && (above < 0 || !cascades.counts(post))) continue;
    parent.push(above);
    rowOf.set(post, rowOf.size);
    depth = Math.max(depth, posts.word(post, Word.depth) - posts.word(top, Word.depth));
  }
  return { rows: [...rowOf.keys()], parent, depth };
}
