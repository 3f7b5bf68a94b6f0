import { describe, expect, it } from 'vitest';
import { Random } from '../../../../../src/engine/core/random.ts';
import { chooseParent, type Exposed } from '../../../../../src/engine/models/social/cascade/findParents.ts';
import { PARENT_RULES, type ParentRule } from '../../../../../src/engine/models/social/socialChoices.ts';
import { SocialDomain } from '../../../../../src/engine/models/social/socialDomain.ts';

const draws = new Random(1, SocialDomain.choice);
const ORIGINAL = 0;
const SEEN = 5;

const COPIES: readonly Exposed[] = [
  { post: 3, tie: 100 },
  { post: 5, tie: 60_000 },
  { post: 8, tie: 2_000 },
];

const parentBy = (rule: ParentRule, copies: readonly Exposed[], author = 1, seen = SEEN) =>
  chooseParent(
    rule,
    {
      ...{ author, tick: 7, seen, original: ORIGINAL, root: ORIGINAL, rootShare: 0.6 },
      exposures: () => copies,
    },
    draws,
  );

describe('the parent of a post', () => {
  it.each([
    ['first_seen', 3],
    ['last_seen', 8],
    ['strongest_tie', 5],
    ['original', ORIGINAL],
  ] as const)('by rule %s is post %d', (rule, post) => expect(parentBy(rule, COPIES)).toBe(post));

  it('of equally strong ties is the one seen first', () => {
    expect(parentBy('strongest_tie', [COPIES[0], { post: 4, tie: 100 }])).toBe(3);
  });

  it('is the copy that the feed showed if nobody that the author follows has one', () => {
    for (const rule of PARENT_RULES.filter(one => !['original', 'drawn', 'root_or_other'].includes(one)))
      expect(parentBy(rule, [])).toBe(SEEN);
  });

  it('is drawn by the strength of ties, each copy as often as its share of their sum', () => {
    const found = Array.from({ length: 4000 }, (_, author) => parentBy('weighted_draw', COPIES, author));
    const share = (post: number) => found.filter(one => one === post).length / found.length;
    const sum = 100 + 60_000 + 2_000;
    // Three standard deviations of a share among 4,000 are at most .024.
    for (const { post, tie } of COPIES) expect(Math.abs(share(post) - tie / sum)).toBeLessThan(0.024);
    expect(new Set(found).size).toBe(3);
  });

  it('is the first post as often as its probability says, else the copy that the feed showed', () => {
    const found = Array.from({ length: 4000 }, (_, author) => parentBy('drawn', COPIES, author));
    expect(Math.abs(found.filter(one => one === ORIGINAL).length / 4000 - 0.6)).toBeLessThan(0.024);
    expect(new Set(found)).toEqual(new Set([ORIGINAL, SEEN]));
  });

  describe('by rule root_or_other', () => {
    const WITH_ROOT: readonly Exposed[] = [{ post: ORIGINAL, tie: 9 }, ...COPIES];
    const findAll = (copies: readonly Exposed[], seen: number) =>
      Array.from({ length: 4000 }, (_, author) => parentBy('root_or_other', copies, author, seen));

    it.each([
      ['another copy', SEEN, SEEN],
      ['the root', ORIGINAL, 8],
    ])('is the first post as often as its probability says to whom the feed showed %s', (_, seen, other) => {
      const found = findAll(WITH_ROOT, seen);
      expect(Math.abs(found.filter(one => one === ORIGINAL).length / 4000 - 0.6)).toBeLessThan(0.024);
      expect(new Set(found)).toEqual(new Set([ORIGINAL, other]));
    });

    it('is always the first post to whom the feed showed it, if there was no other copy', () => {
      expect(new Set(findAll([WITH_ROOT[0]], ORIGINAL))).toEqual(new Set([ORIGINAL]));
      expect(new Set(findAll([], ORIGINAL))).toEqual(new Set([ORIGINAL]));
    });
  });
});
