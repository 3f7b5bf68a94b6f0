import { OPTIONS } from './policy.ts';
import { Word } from './posts.ts';
import type { Reactions } from './socialQueries.ts';
import type { SocialState } from './state.ts';

const LIKE = OPTIONS.indexOf('like');

/** Whom a cascade has come to, by all decisions about its posts. O(decisions). */
export function reactionsTo({ posts, decisions }: SocialState, root: number): Reactions {
  const looked = new Set<number>();
  const liked = new Set<number>();
  for (let row = 0; row < decisions.count; row++) {
    if (posts.word(decisions.post.data[row], Word.root) !== root) continue;
    looked.add(decisions.agent.data[row]);
    if (decisions.option.data[row] === LIKE) liked.add(decisions.agent.data[row]);
  }
  return { looked: Uint32Array.from(looked).sort(), liked: Uint32Array.from(liked).sort() };
}
