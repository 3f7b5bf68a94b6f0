import { describe, expect, it } from 'vitest';
import {
  createPersonName,
  FAMILY_NAMES,
  FIRST_NAMES,
} from '../../../../../src/engine/models/createPersonName.ts';
import { POST_KINDS } from '../../../../../src/engine/models/social/cascade/postKinds.ts';
import { createProfileBio } from '../../../../../src/engine/models/social/people/createProfileBio.ts';
import {
  COMMENTS,
  composePostText,
  REPLIES,
  SEED_POSTS,
  TOPICS,
} from '../../../../../src/engine/models/social/posts/composePostText.ts';

const ALL = [...Object.values(SEED_POSTS).flat(), ...REPLIES, ...COMMENTS];

describe('the texts', () => {
  it('cover eight topics with at least twelve posts each', () => {
    expect(Object.keys(SEED_POSTS)).toEqual([...TOPICS]);
    for (const topic of TOPICS) expect(SEED_POSTS[topic].length).toBeGreaterThanOrEqual(12);
    expect(REPLIES.length).toBeGreaterThanOrEqual(24);
    expect(COMMENTS.length).toBeGreaterThanOrEqual(16);
  });

  it('are all different, one line, at most 140 characters, without addresses or tags', () => {
    expect(new Set(ALL).size).toBe(ALL.length);
    for (const text of ALL) {
      expect(text.length, text).toBeLessThanOrEqual(140);
      expect(text, text).toMatch(/^[A-Z0-9“][^\n#@<>]*[.?!]$/);
    }
  });
});

describe('postText', () => {
  it('gives every text of its kind and topic, and the same for the same pick', () => {
    for (const [topic, name] of TOPICS.entries()) {
      const texts = Array.from({ length: 500 }, (_, pick) => composePostText(0, topic, pick));
      expect(new Set(texts)).toEqual(new Set(SEED_POSTS[name]));
    }
    expect(composePostText(POST_KINDS.indexOf('reply'), 3, 5)).toBe(REPLIES[5]);
    expect(composePostText(POST_KINDS.indexOf('reshare'), 3, 5)).toBe(COMMENTS[5]);
    expect(composePostText(1, 0, 0xffff_ffff)).toBe(REPLIES[0xffff_ffff % REPLIES.length]);
  });

  it('refuses a kind that does not exist', () => {
    expect(() => composePostText(3, 0, 0)).toThrow('no post kind has the number 3');
  });
});

describe('personName', () => {
  const names = (seed: number, count: number) =>
    Array.from({ length: count }, (_, agent) => createPersonName(seed, agent));

  it('is different for every agent of a large population, whatever the seed', () => {
    for (const seed of [0, 1, 7, 4_294_967_295]) expect(new Set(names(seed, 20_000)).size).toBe(20_000);
  });

  it('depends on the seed and on nothing else', () => {
    expect(names(1, 50)).toEqual(names(1, 50));
    expect(names(1, 50)).not.toEqual(names(2, 50));
  });

  it('draws on all names evenly', () => {
    const sample = names(3, 960).map(name => name.split(' '));
    const most = (column: readonly string[]) =>
      Math.max(...[...new Set(column)].map(name => column.filter(other => other === name).length));
    expect(most(sample.map(parts => parts[0]))).toBeLessThanOrEqual(20);
    expect(most(sample.map(parts => parts[parts.length - 1]))).toBeLessThanOrEqual(20);
    for (const list of [FIRST_NAMES, FAMILY_NAMES]) expect(new Set(list).size).toBe(96);
  });
});

describe('profileBio', () => {
  it('speaks of the two topics that the agent likes best', () => {
    for (const archetype of ['lurker', 'casual', 'enthusiast', 'debater', 'amplifier', 'creator']) {
      const bios = Array.from({ length: 40 }, (_, agent) =>
        createProfileBio(1, agent, archetype, ['music', 'food']),
      );
      expect(new Set(bios).size).toBe(4);
      for (const bio of bios) {
        expect(bio).toMatch(/music/i);
        expect(bio).toMatch(/^[A-Z][^{}]+[.?!]$/);
        expect(bio).not.toMatch(/[.?!] [a-z]/);
      }
    }
    expect(createProfileBio(1, 4, 'lurker', ['music'])).not.toContain('undefined');
  });

  it('refuses an archetype that it does not know', () => {
    expect(() => createProfileBio(1, 0, 'robot', ['music'])).toThrow('"robot"');
  });
});
