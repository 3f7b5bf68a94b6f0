import { AGENT_SUBJECT } from '../../model/agentSubject.ts';
import type { ModelSpec, SubjectDefinition } from '../../model/model.ts';
import type { OutcomeDefinition } from '../../model/outcomeDefinition.ts';
import { LIBRARIAN_INPUTS } from './inputs/librarianInputs.ts';
import { LIBRARIAN_DEFAULTS } from './librarianDefaults.ts';
import { LibrarianDomain } from './librarianDomain.ts';
import { LIBRARIAN_PARAMETERS, PRESETS } from './librarianParameters.ts';

/** Outcomes of a run's readers. */
export const LIBRARIAN_OUTCOMES = [
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
] as const satisfies readonly OutcomeDefinition[];

/** One reader by itself. */
export const READER_SUBJECT = {
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
} as const satisfies SubjectDefinition;

/** Facts about the model, without its code. */
export const LIBRARIAN: ModelSpec = {
  name: 'librarian',
  presets: PRESETS,
  parameters: LIBRARIAN_PARAMETERS,
  asks: 'texts',
  usesNetwork: false,
  inputs: LIBRARIAN_INPUTS,
  agents: 'readers (18)',
  domains: LibrarianDomain,
  outcomes: LIBRARIAN_OUTCOMES,
  subject: READER_SUBJECT,
  compares: 'recall and tokens of each strategy, with paging and without',
  agentFiles: { option: 'memory-out', meaning: 'memory.json of every agent, whole after each cycle' },
  defaults: LIBRARIAN_DEFAULTS,
};
