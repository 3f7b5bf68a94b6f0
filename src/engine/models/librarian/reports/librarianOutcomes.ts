import { AGENT_SUBJECT } from '../../../model/agentSubject.ts';
import type { SubjectDefinition } from '../../../model/model.ts';
import type { OutcomeDefinition } from '../../../model/outcomeDefinition.ts';

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

/** One reader by itself. */
export const READER_SUBJECT: SubjectDefinition = {
  ...AGENT_SUBJECT,
  noun: 'reader',
  outcomes: [
    {
      name: 'reader_recall',
      label: 'Its recall',
      unit: 'share',
      better: 'more',
      meaning: 'Share of the questions that it was asked and that are settled which it answered right.',
    },
    {
      name: 'reader_tokens',
      label: 'Its tokens',
      unit: 'tokens',
      better: 'less',
      meaning: 'Estimate over its prompts and answers, at four characters a token.',
    },
    {
      name: 'reader_lost',
      label: 'Entries that it lost',
      unit: 'values',
      better: 'less',
      meaning:
        'Times that a value went from both its working memory and its storage; one that came back counts as well.',
    },
  ],
};
