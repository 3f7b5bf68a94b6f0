import { composePostText } from './composePostText.ts';
import { type Posts, Word } from './posts.ts';

/** A post's text: a pure function of seed and post, stored only if a model wrote it. */
export function getPostText(posts: Posts, post: number): string {
  const written = posts.texts.get(post);
  if (written !== undefined) return written;
  return composePostText(posts.word(post, Word.kind), posts.word(post, Word.topic), posts.textBits(post));
}

/** A copy's visible text: that of its content, with a comment above it in a reshare. */
export function getVisiblePostText(posts: Posts, post: number): string {
  return getPostText(posts, posts.word(post, Word.content));
}
