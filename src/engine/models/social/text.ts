import { Random } from '../../random.ts';
import { postText } from './content.ts';
import { SocialDomain } from './domain.ts';
import { type Posts, Word } from './posts.ts';

/** A post's text: a pure function of (seed, post), stored only where a model wrote it. */
export function textOf(posts: Posts, seed: number, post: number): string {
  const written = posts.texts.get(post);
  if (written !== undefined) return written;
  const pick = new Random(seed, SocialDomain.post).bits(posts.drawNumber(post), 0, 1);
  return postText(posts.word(post, Word.kind), posts.word(post, Word.topic), pick);
}

/** A copy's visible text: that of its content, with a comment above it in a reshare. */
export function shownText(posts: Posts, seed: number, post: number): string {
  return textOf(posts, seed, posts.word(post, Word.content));
}
