import type { OutcomeDefinition } from '../../outcomes.ts';

/** Outcomes of a social run. Sizes count people who posted under a root, its author included. */
export const SOCIAL_OUTCOMES: readonly OutcomeDefinition[] = [
  {
    name: 'largest_cascade',
    label: 'Largest cascade',
    unit: 'people',
    better: null,
    meaning: 'People in the cascade with the most: its author, and everybody who replied or passed it on.',
  },
  {
    name: 'people_reached',
    label: 'People reached',
    unit: 'people',
    better: null,
    meaning: 'People who have replied to or passed on a post of somebody, in any cascade.',
  },
  {
    name: 'posts',
    label: 'Posts',
    unit: 'posts',
    better: null,
    meaning: 'Original posts, replies and reshares since before the warm-up.',
  },
  {
    name: 'active_share',
    label: 'Active share',
    unit: 'share',
    better: null,
    meaning: 'Share of all agents who are not idle at the end of the tick.',
  },
  {
    name: 'depth',
    label: 'Depth',
    unit: 'steps',
    better: null,
    meaning: 'Longest chain of replies and reshares below the root of the largest cascade.',
  },
  {
    name: 'structural_virality',
    label: 'Structural virality',
    unit: 'steps',
    better: null,
    meaning:
      'Mean distance between two posts of the largest cascade (Goel et al. 2016); 0 for a single post.',
  },
];
