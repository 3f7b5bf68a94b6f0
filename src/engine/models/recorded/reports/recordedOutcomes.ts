import type { OutcomeDefinition } from '../../../model/outcomeDefinition.ts';

const defineCaseOutcome = <Name extends string>(
  name: Name,
  label: string,
  better: OutcomeDefinition['better'],
  meaning: string,
) => ({ name, label, unit: 'cases', bounds: 'agents', better, meaning }) as const;

/** Outcomes of recorded cases, from their source. */
export const RECORDED_OUTCOMES = [
  defineCaseOutcome(
    'succeeded',
    'Succeeded',
    'more',
    'Cases that have ended, and of which the source says that they succeeded.',
  ),
  defineCaseOutcome(
    'failed',
    'Failed',
    'less',
    'Cases that have ended, and of which the source says that they failed.',
  ),
  defineCaseOutcome(
    'ended_untold',
    'Ended, outcome unknown',
    null,
    'Cases that have ended, and of which the source does not say how.',
  ),
  {
    name: 'steps',
    label: 'Steps',
    unit: 'steps',
    better: 'less',
    meaning: 'Recorded calls and messages of all cases, without those that the mapping leaves out.',
  },
  {
    name: 'failed_steps',
    label: 'Failed steps',
    unit: 'steps',
    better: 'less',
    meaning: 'Steps of which the source says that they failed; null where it does not say.',
  },
  {
    name: 'tokens',
    label: 'Tokens',
    unit: 'tokens',
    better: 'less',
    meaning: 'Tokens in and out of the steps so far, as the source has them; null where it has none.',
  },
  {
    name: 'usd',
    label: 'Cost',
    unit: 'US$',
    bounds: 'none',
    better: 'less',
    meaning: 'Costs of the steps so far, as the source has them; null where it has none.',
  },
] as const satisfies readonly OutcomeDefinition[];
