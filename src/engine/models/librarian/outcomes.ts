import type { OutcomeDefinition } from '../../outcomes.ts';

/** Outcomes of a run's readers. */
export const LIBRARIAN_OUTCOMES: readonly OutcomeDefinition[] = [
  {
    name: 'recall',
    label: 'Recall',
    unit: 'share',
    better: 'more',
    meaning: 'Share of the questions asked and settled so far that were answered right.',
  },
  {
    name: 'tokens',
    label: 'Tokens',
    unit: 'tokens',
    better: 'less',
    meaning: 'Estimate over all prompts and answers, at four characters a token.',
  },
  {
    name: 'entries_lost',
    label: 'Entries lost',
    unit: 'values',
    better: 'less',
    meaning:
      'Times that a value went from both working memory and storage; one that came back counts as well.',
  },
];
