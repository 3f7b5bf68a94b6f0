import type { OutcomeDefinition } from '../../outcomes.ts';

const missions = (
  name: string,
  label: string,
  better: OutcomeDefinition['better'],
  meaning: string,
): OutcomeDefinition => ({ name, label, unit: 'missions', better, meaning });

/** Outcomes of a run's missions: the endings, in their order, and the cost. */
export const GOVERNED_OUTCOMES: readonly OutcomeDefinition[] = [
  missions(
    'right',
    'Right',
    'more',
    'Missions whose own final text has an expected answer, or names an expected source.',
  ),
  missions(
    'wrong',
    'Wrong',
    'less',
    'Missions whose own final text claims an answer that is not the expected one, or for which there is none.',
  ),
  missions(
    'abstained',
    'Abstained',
    null,
    'Missions whose own final text says that it has no answer, whether or not there is one.',
  ),
  missions(
    'unjudged',
    'Not judged',
    null,
    'Missions whose own final text claims an answer, where nobody has said what is right.',
  ),
  missions('stuck', 'Stuck', 'less', 'Missions that were ended for being stuck.'),
  missions('cut_off', 'Cut off', 'less', 'Missions that were ended by the step limit.'),
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
