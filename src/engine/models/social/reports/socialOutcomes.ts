import type { SubjectDefinition } from '../../../model/model.ts';
import type { OutcomeDefinition } from '../../../model/outcomeDefinition.ts';

/** Outcomes of a social run. Sizes count people who posted under a root, its author included. */
export const SOCIAL_OUTCOMES = [
  {
    name: 'largest_cascade',
    label: 'Largest cascade',
    unit: 'people',
    bounds: 'agents',
    better: null,
    meaning:
      'People in the cascade with the most, warm-up included: its author, and everybody who passed it on (or replied, where replies count).',
    measuredOn: 'the largest in each',
  },
  {
    name: 'largest_new_cascade',
    label: 'Largest new cascade',
    unit: 'people',
    bounds: 'agents',
    better: null,
    meaning:
      'The same of those that began after the warm-up, or in worlds with a change in its round or later.',
    isOfNew: true,
    measuredOn: 'the largest in each',
  },
  {
    name: 'people_reached',
    label: 'People reached',
    unit: 'people',
    bounds: 'agents',
    better: null,
    meaning: 'People who took part in a cascade that somebody else began, warm-up included.',
  },
  {
    name: 'posts',
    label: 'Posts',
    unit: 'posts',
    better: null,
    meaning: 'Original posts, replies and reshares, warm-up included.',
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
    meaning: 'Longest chain of posts below the root of the largest cascade.',
    measuredOn: 'the largest in each',
  },
  {
    name: 'structural_virality',
    label: 'Structural virality',
    unit: 'steps',
    better: null,
    meaning:
      'Mean distance between two posts of the largest cascade (Goel et al. 2016); 0 for a single post.',
    measuredOn: 'the largest in each',
  },
] as const satisfies readonly OutcomeDefinition[];

/** A post with its subtree. */
export const POST_SUBJECT = {
  noun: 'post',
  example: 'post_012',
  fits: /^post_\d{3,}$/,
  outcomes: [
    {
      name: 'post_people',
      label: 'People under the post',
      unit: 'people',
      better: null,
      meaning:
        'Its author, and everybody who passed it on, directly or further down (or replied, where replies count).',
    },
    {
      name: 'post_posts',
      label: 'Posts under the post',
      unit: 'posts',
      better: null,
      meaning: 'The post, and the posts below it that count.',
    },
    {
      name: 'post_depth',
      label: 'Depth under the post',
      unit: 'steps',
      better: null,
      meaning: 'Longest chain of posts below it.',
    },
    {
      name: 'post_virality',
      label: 'Virality under the post',
      unit: 'steps',
      better: null,
      meaning: 'Mean distance between two posts of its tree (Goel et al. 2016); 0 for a single post.',
    },
  ],
} as const satisfies SubjectDefinition;
