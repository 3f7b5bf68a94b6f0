import { structuralVirality } from '../../cascade/measures.ts';
import type { Tick } from '../../indices.ts';
import type { OutcomeValues } from '../../outcomes.ts';
import { Kind, type Posts, Word } from './posts.ts';

/**
 * The values of `SOCIAL_OUTCOMES` after a tick, from the posts that were there then. O(posts).
 * @param idle agents of all who were idle then
 */
export function outcomesAt(posts: Posts, tick: Tick, idle: number, agents: number): OutcomeValues {
  const there = postsUpTo(posts, tick);
  const members = new Map<number, Set<number>>();
  const reached = new Set<number>();
  let largest = -1;
  for (let post = 0; post < there; post++) {
    const root = posts.word(post, Word.root);
    const author = posts.word(post, Word.author);
    if (posts.word(post, Word.kind) !== Kind.original) reached.add(author);
    const people = members.get(root) ?? new Set<number>();
    members.set(root, people.add(author));
    const most = members.get(largest)?.size ?? 0;
    if (people.size > most || (people.size === most && root < largest)) largest = root;
  }
  const size = members.get(largest)?.size ?? null;
  const tree = largest < 0 ? null : treeOf(posts, largest, there);
  return [
    size,
    reached.size,
    there,
    agents === 0 ? null : 1 - idle / agents,
    tree?.depth ?? null,
    tree && structuralVirality(tree.parent),
  ];
}

/** Number of posts up to a tick; posts are in tick order. */
function postsUpTo(posts: Posts, tick: number): number {
  let [low, high] = [0, posts.count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (posts.word(middle, Word.tick) <= tick) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The posts under a root among the first `there`, as rows with parents before children. */
function treeOf(posts: Posts, root: number, there: number) {
  const rowOf = new Map<number, number>();
  const parent: number[] = [];
  let depth = 0;
  for (const post of posts.under(root)) {
    if (post >= there) break;
    parent.push(rowOf.get(posts.parent.data[post]) ?? -1);
    rowOf.set(post, rowOf.size);
    depth = Math.max(depth, posts.word(post, Word.depth));
  }
  return { parent, depth };
}
