import { InputError } from '../../../core/errors.ts';
import type { Tick } from '../../../core/indices.ts';
import type { QueryTime } from '../../../model/createAgentModelQueries.ts';
import { createTextMatcher, type Hit, MOST_HITS } from '../../textSearch.ts';
import { getPostText } from '../posts/getPostText.ts';
import { Word } from '../posts/posts.ts';
import type { SocialState } from '../socialState.ts';
import type { CascadeTree } from './socialFrame.ts';
import type { CascadeRow } from './socialQueries.ts';

/** @throws InputError for another model's query. */
export function answerSocialQuery(
  state: SocialState,
  name: string,
  argument: unknown,
  now: QueryTime,
): unknown {
  switch (name) {
    case 'cascade':
      return buildCascadeTree(state, argument as number, now);
    case 'cascades':
      return listLargestCascades(state, argument as number, now);
    case 'viewers':
      return state.cascades.size(argument as number) > 0 ? state.exposures.viewers(argument as number) : null;
    case 'placeOf':
      return findPostPlace(state, argument as number);
    case 'cascadeBy':
      return buildCascadeTree(state, findRootPost(state, argument as { author: number; tick: Tick }), now);
    case 'search':
      return searchPosts(state, argument as string);
    default:
      throw new InputError(`model social has no query "${name}"`);
  }
}

function buildCascadeTree(
  { cascades }: SocialState,
  root: number,
  { tick, tickSeconds }: QueryTime,
): CascadeTree | null {
  return root < 0 || cascades.size(root) === 0 ? null : cascades.tree(root, tickSeconds, tick);
}

/** The first root by an author in a tick; −1 for none. */
function findRootPost({ posts }: SocialState, { author, tick }: { author: number; tick: Tick }): number {
  for (let post = 0; post < posts.count; post++)
    if (
      posts.parent.data[post] < 0 &&
      posts.word(post, Word.author) === author &&
      posts.word(post, Word.tick) === tick
    )
      return post;
  return -1;
}

function listLargestCascades(
  { cascades }: SocialState,
  limit: number,
  { tick, tickSeconds }: QueryTime,
): CascadeRow[] {
  return cascades.ranked(limit).map(root => ({
    ...cascades.summary(root, tick),
    measures: cascades.measures(root, tickSeconds, tick),
  }));
}

function findPostPlace({ posts }: SocialState, post: number) {
  if (!(post >= 0 && post < posts.count)) throw new InputError(`there is no post ${post + 1}`);
  const root = posts.word(post, Word.root);
  return { root, rootTick: posts.word(root, Word.tick), tick: posts.word(post, Word.tick) };
}

function searchPosts({ posts }: SocialState, words: string): Hit[] {
  const isFound = createTextMatcher(words);
  const hits: Hit[] = [];
  for (let post = posts.count - 1; post >= 0 && hits.length < MOST_HITS; post--) {
    const text = getPostText(posts, post);
    if (isFound(text))
      hits.push({ noun: 'post', text, agents: [posts.word(post, Word.author)], thing: post });
  }
  return hits;
}

/**
 * Sort keys: number of posts in the cascade and everything below them, the most first; the root's author
 * before all.
 */
export function computeInvolvement({ cascades, posts, population }: SocialState, root: number): Float64Array {
  const keys = new Float64Array(population.size);
  if (cascades.size(root) === 0) return keys;
  const under = posts.under(root);
  const below = new Map<number, number>(under.map(post => [post, 1]));
  for (const post of [...under].reverse()) {
    const parent = posts.parent.data[post];
    if (parent >= 0) below.set(parent, below.get(parent)! + below.get(post)!);
    keys[posts.word(post, Word.author)] -= below.get(post)!;
  }
  keys[posts.word(root, Word.author)] = Number.NEGATIVE_INFINITY;
  return keys;
}
