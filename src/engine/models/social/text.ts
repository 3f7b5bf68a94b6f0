import { Random } from '../../random.ts';
import { postText } from './content.ts';
import { SocialDomain } from './domain.ts';
import { type Posts, Word } from './posts.ts';

/** A post's text: a pure function of (seed, post), so it is stored only where a model wrote it. */
export function textOf(posts: Posts, seed: number, post: number): string {
  const written = posts.texts.get(post);
  if (written !== undefined) return written;
  const pick = new Random(seed, SocialDomain.post).bits(post, 0, 1);
  return postText(posts.word(post, Word.kind), posts.word(post, Word.topic), pick);
}

/** What a copy shows: the text of its content, and for a reshare with a comment above it. */
export function shownText(posts: Posts, seed: number, post: number): string {
  return textOf(posts, seed, posts.word(post, Word.content));
}
