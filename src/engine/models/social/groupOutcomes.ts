import type { Groups } from '../../groups.ts';
import type { Tick } from '../../indices.ts';
import { groupOutcomes, groupShares } from '../../network/groupOutcomes.ts';
import type { OutcomeDefinition, OutcomeValues } from '../../outcomes.ts';
import { Kind, type Posts, Word } from './posts.ts';

const REACHED = {
  name: 'reached',
  label: 'Reached',
  that: 'who have replied to or passed on a post of somebody',
};

/** Outcomes of a network whose file divides its nodes. */
export const socialGroupOutcomes = (groups: Groups): readonly OutcomeDefinition[] => [
  ...groupOutcomes(groups, REACHED),
  {
    ...{ name: 'crossings', label: `From one ${groups.label} to another`, unit: 'share', better: null },
    meaning: `Share of replies and reshares that answer or pass on the post of somebody of another ${groups.label}; nothing before there is one.`,
  },
];

/** Their values after a tick. O(posts) */
export function socialGroupOutcomesAt(groups: Groups, posts: Posts, tick: Tick): OutcomeValues {
  const { of } = groups;
  const hasPassed = new Uint8Array(of.length);
  let [all, crossing] = [0, 0];
  for (let post = 0; post < posts.count && posts.word(post, Word.tick) <= tick; post++) {
    if (posts.word(post, Word.kind) === Kind.original) continue;
    const author = posts.word(post, Word.author);
    hasPassed[author] = 1;
    all++;
    if (of[author] !== of[posts.word(posts.parent.data[post], Word.author)]) crossing++;
  }
  return [...groupShares(groups, hasPassed), all === 0 ? null : crossing / all];
}
