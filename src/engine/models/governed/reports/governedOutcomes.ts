import { AGENT_SUBJECT } from '../../../model/agentSubject.ts';
import type { SubjectDefinition } from '../../../model/model.ts';
import type { OutcomeDefinition } from '../../../model/outcomeDefinition.ts';

const defineMissionOutcome = <Name extends string>(
  name: Name,
  label: string,
  better: OutcomeDefinition['better'],
  meaning: string,
) => ({ name, label, unit: 'missions', bounds: 'agents', better, meaning }) as const;

const MISSION_OUTCOMES = [
  defineMissionOutcome(
    'right',
    'Right',
    'more',
    'Missions whose own final text has an expected answer, or names an expected source.',
  ),
  defineMissionOutcome(
    'wrong',
    'Wrong',
    'less',
    'Missions whose own final text claims an answer that is not the expected one, or for which there is none.',
  ),
  defineMissionOutcome(
    'abstained',
    'Abstained',
    null,
    'Missions whose own final text says that it has no answer, whether or not there is one.',
  ),
  defineMissionOutcome(
    'unjudged',
    'Not judged',
    null,
    'Missions whose own final text claims an answer, where nobody has said what is right.',
  ),
  defineMissionOutcome('stuck', 'Stuck', 'less', 'Missions that were ended for being stuck.'),
  defineMissionOutcome('cut_off', 'Cut off', 'less', 'Missions that were ended by the step limit.'),
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
] as const satisfies readonly OutcomeDefinition[];

const defineChancesOutcome = <Name extends string>(
  name: Name,
  label: string,
  unit: string,
  better: OutcomeDefinition['better'],
  meaning: string,
) => ({ name, label, unit, better, meaning, needs: 'second_chances' }) as const;

/** Outcomes of second chances; no run without them has a value. */
const CHANCE_OUTCOMES = [
  defineChancesOutcome(
    'resumed',
    'Resumed',
    'verdicts',
    null,
    'Verdicts of being stuck after which the agent was sent back for another try.',
  ),
  defineChancesOutcome(
    'resumed_right',
    'Resumed, then right',
    'verdicts',
    'more',
    'Of these, those after which the mission ended right with no other verdict in between.',
  ),
  defineChancesOutcome(
    'resumed_wrong',
    'Resumed, then wrong',
    'verdicts',
    'less',
    'Of these, those after which the mission ended wrong with no other verdict in between.',
  ),
  defineChancesOutcome(
    'resumed_stuck',
    'Resumed, then stuck again',
    'verdicts',
    'less',
    'Of these, those after which the agent was found stuck again.',
  ),
  defineChancesOutcome(
    'resumed_steps',
    'Steps of second chances',
    'questions',
    'less',
    'Questions asked after a mission’s first verdict, answered or not: none of them without second chances.',
  ),
  defineChancesOutcome(
    'resumed_tokens',
    'Tokens of second chances',
    'tokens',
    'less',
    'Estimate over the prompts and answers of these questions, at four characters a token.',
  ),
] as const satisfies readonly OutcomeDefinition[];

/** Outcomes of a run's missions: the endings, in their order, and the cost; then what came of second chances. */
export const GOVERNED_OUTCOMES = [...MISSION_OUTCOMES, ...CHANCE_OUTCOMES] as const;

/** One mission by itself. */
export const MISSION_SUBJECT = {
  ...AGENT_SUBJECT,
  noun: 'mission',
  outcomes: [
    {
      name: 'mission_right',
      label: 'Ended right',
      unit: 'share',
      isYesOrNo: true,
      better: 'more',
      meaning:
        'Its own final text has an expected answer, or names an expected source; not while it continues.',
    },
    {
      name: 'mission_stuck',
      label: 'Ended for being stuck',
      unit: 'share',
      isYesOrNo: true,
      better: 'less',
      meaning: 'Ended by a rule.',
    },
    {
      name: 'mission_steps',
      label: 'Steps of the mission',
      unit: 'questions',
      better: 'less',
      meaning: 'Questions asked in it, answered or not.',
    },
    {
      name: 'mission_tokens',
      label: 'Tokens of the mission',
      unit: 'tokens',
      better: 'less',
      meaning: 'Estimate over its prompts and answers, at four characters a token.',
    },
  ],
} as const satisfies SubjectDefinition;
