import { POST_KINDS } from '../cascade/postKinds.ts';
import { COMMENTS, REPLIES } from './responses.ts';
import { SEED_POSTS } from './seedPosts.ts';

/** Index into this list is the number stored in columns. */
export const TOPICS = [
  'transport',
  'health',
  'housing',
  'climate',
  'science',
  'football',
  'music',
  'food',
] as const;
/** Name of a topic. */
export type Topic = (typeof TOPICS)[number];

/**
 * The text of a post, a pure function of three numbers. A reply's or reshare's own words do not depend on the
 * topic.
 * @param kind index into POST_KINDS.
 * @param topic index into TOPICS.
 * @param pick any uint32; selects a text of the list.
 */
export function composePostText(kind: number, topic: number, pick: number): string {
  const texts = listPostTexts(kind, topic);
  return texts[(pick >>> 0) % texts.length];
}

function listPostTexts(kind: number, topic: number): readonly string[] {
  switch (POST_KINDS[kind]) {
    case 'original':
      return SEED_POSTS[TOPICS[topic]];
    case 'reply':
      return REPLIES;
    case 'reshare':
      return COMMENTS;
    default:
      throw new RangeError(`no post kind has the number ${kind}`);
  }
}
