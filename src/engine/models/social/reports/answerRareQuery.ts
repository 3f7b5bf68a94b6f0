import { InputError } from '../../../core/errors.ts';
import type { Tick } from '../../../core/indices.ts';
import type { QueryTime } from '../../../model/createAgentModelQueries.ts';
import { createTextMatcher, type Hit, MAX_HITS } from '../../textSearch.ts';
import { buildTreeByRule, compareParents } from '../cascade/compareParents.ts';
import { getPostText } from '../posts/getPostText.ts';
import { Word } from '../posts/posts.ts';
import type { ParentRule } from '../socialChoices.ts';
import type { SocialState } from '../socialState.ts';
import type { CascadeRow, CascadeTree } from './socialQueries.ts';

/**
 * The reply to a query of `SocialQueries` other than those that a page asks from the start.
 * @throws InputError for another model's query
 */
export function answerRareQuery(
  state: SocialState,
  name: string,
  argument: unknown,
  now: QueryTime,
): unknown {
  switch (name) {
    case 'cascade': {
      const { root, rule } = argument as { readonly root: number; readonly rule: ParentRule };
      return buildTreeByRule(state, root, rule, now);
    }
    case 'parents':
      return compareParents(state, argument as number, now);
    case 'cascades':
      return listLargestCascades(state, argument as number, now);
    case 'placeOf':
      return findPostPlace(state, argument as number);
    case 'cascadeBy':
      return findCascadeBy(state, argument as { readonly author: number; readonly tick: Tick }, now);
    case 'search':
      return searchPosts(state, argument as string);
    default:
      throw new InputError(`model social has no query "${name}"`);
  }
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
  if (!(post >= 0 && post < posts.count)) return null;
  const root = posts.word(post, Word.root);
  return { root, rootTick: posts.word(root, Word.tick), tick: posts.word(post, Word.tick) };
}

/** The cascade of the first root by an author in a tick; null for none. */
function findCascadeBy(
  { posts, cascades }: SocialState,
  { author, tick }: { readonly author: number; readonly tick: Tick },
  now: QueryTime,
): CascadeTree | null {
  for (let post = 0; post < posts.count; post++)
    if (
      posts.parent.data[post] < 0 &&
      posts.word(post, Word.author) === author &&
      posts.word(post, Word.tick) === tick
    )
      return cascades.tree(post, now.tickSeconds, now.tick);
  return null;
}

function searchPosts({ posts }: SocialState, words: string): Hit[] {
  const isFound = createTextMatcher(words);
  const hits: Hit[] = [];
  for (let post = posts.count - 1; post >= 0 && hits.length < MAX_HITS; post--) {
    const text = getPostText(posts, post);
    if (isFound(text))
      hits.push({ noun: 'post', text, agents: [posts.word(post, Word.author)], thing: post });
  }
  return hits;
}
