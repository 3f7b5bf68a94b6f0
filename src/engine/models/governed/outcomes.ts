import type { OutcomeDefinition } from '../../outcomes.ts';

/** Outcomes of a run's missions; whether a final answer is right is not judged. */
export const GOVERNED_OUTCOMES: readonly OutcomeDefinition[] = [
  {
    name: 'finished',
    label: 'Finished',
    unit: 'missions',
    better: 'more',
    meaning: 'Missions that ended with their own finish, whatever it says.',
  },
  {
    name: 'stuck',
    label: 'Stuck',
    unit: 'missions',
    better: 'less',
    meaning: 'Missions that were ended for being stuck.',
  },
  {
    name: 'cut_off',
    label: 'Cut off',
    unit: 'missions',
    better: 'less',
    meaning: 'Missions that were ended by the step limit.',
  },
  {
    name: 'steps',
    label: 'Steps',
    unit: 'questions',
    better: 'less',
    meaning: 'Questions asked in all missions, answered or not.',
  },
  {
    name: 'tokens',
    label: 'Tokens',
    unit: 'tokens',
    better: 'less',
    meaning: 'Estimate over all prompts and answers, at four characters a token.',
  },
];
