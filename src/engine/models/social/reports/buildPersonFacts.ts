import type { NodeFacts } from '../../../model/nodeFacts.ts';
import { OPTIONS } from '../asking/policy.ts';
import { Kind, Word } from '../posts/posts.ts';
import type { SocialState } from '../state.ts';

const LIKE = OPTIONS.indexOf('like');

/**
 * What each person did and what became of it, over the whole run as the document's sections have it, with the warm-up: posts by
 * kind, likes that were chosen and got, the largest cascade begun, in how many cascades of others it posted, and the tick in which it came into
 * the largest of all. O(posts + decisions).
 */
export function buildPersonFacts({
  posts,
  decisions,
  cascades,
  population,
}: SocialState): readonly NodeFacts[] {
  const { size } = population;
  const zeros = () => new Array<number>(size).fill(0);
  const made = [zeros(), zeros(), zeros()];
  const [likesGot, likesGiven, begun, joined] = [zeros(), zeros(), zeros(), zeros()];
  const inLargest = new Array<number | null>(size).fill(null);
  const [largest = -1] = cascades.ranked(1);
  const roots = new Map<number, Set<number>>();
  for (let post = 0; post < posts.count; post++) {
    const [author, root] = [posts.word(post, Word.author), posts.word(post, Word.root)];
    made[posts.word(post, Word.kind)][author]++;
    likesGot[author] += posts.likes.data[post];
    if (root === largest) inLargest[author] ??= posts.word(post, Word.tick);
    if (root === post) begun[author] = Math.max(begun[author], cascades.size(root));
    else if (author !== posts.word(root, Word.author)) {
      const inRoot = roots.get(root) ?? new Set<number>();
      roots.set(root, inRoot);
      if (!inRoot.has(author)) joined[author]++;
      inRoot.add(author);
    }
  }
  for (let row = 0; row < decisions.count; row++)
    if (decisions.option.data[row] === LIKE) likesGiven[decisions.agent.data[row]]++;
  return [
    { name: 'posts', values: made[Kind.original] },
    { name: 'replies', values: made[Kind.reply] },
    { name: 'reshares', values: made[Kind.reshare] },
    { name: 'likes_got', values: likesGot },
    { name: 'likes_given', values: likesGiven },
    { name: 'largest_cascade_begun', values: begun },
    { name: 'cascades_joined', values: joined },
    { name: 'tick_in_largest_cascade', values: inLargest },
  ];
}
