import type { Groups } from '../../../core/agentGroups.ts';
import { computeGroupShares, defineGroupOutcomes } from '../../../model/defineGroupOutcomes.ts';
import type { OutcomeDefinition, OutcomeValues } from '../../../model/outcomeDefinition.ts';

const REACHED = {
  name: 'reached',
  label: 'Reached',
  that: 'who took part in a cascade that somebody else began, warm-up included',
};

/** Outcomes of a network whose file divides its nodes. */
export const defineSocialGroupOutcomes = (groups: Groups): readonly OutcomeDefinition[] => [
  ...defineGroupOutcomes(groups, REACHED),
  {
    ...{ name: 'crossings', label: `From one ${groups.label} to another`, unit: 'share', better: null },
    meaning: `Share of the posts that count, warm-up included, whose parent is by somebody of another ${groups.label}; nothing before there is one.`,
  },
];

/** Their values. @param answers who answered or passed on whose posts, in O(posts) */
export function measureSocialGroups(
  groups: Groups,
  answers: Iterable<readonly [author: number, of: number, root: number]>,
): OutcomeValues {
  const { of } = groups;
  const hasPassed = new Uint8Array(of.length);
  let [all, crossing] = [0, 0];
  for (const [author, other, root] of answers) {
    if (author !== root) hasPassed[author] = 1;
    all++;
    if (of[author] !== of[other]) crossing++;
  }
  return [...computeGroupShares(groups, hasPassed), all === 0 ? null : crossing / all];
}
