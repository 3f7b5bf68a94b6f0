import { AGENT_SUBJECT } from '../../../model/agentSubject.ts';
import type { SubjectDefinition } from '../../../model/model.ts';
import type { OutcomeDefinition } from '../../../model/outcomeDefinition.ts';

/** Outcomes of a run's traders, all of them together; what they have without doing anything is left out. */
export const WORKFLOW_OUTCOMES = [
  {
    name: 'profit',
    label: 'Made by selling',
    unit: 'scrip',
    bounds: 'none',
    better: 'more',
    meaning:
      'Payments of buyers for what they kept, less what making, reworking and returns have cost; neither income, nor the initial scrip, nor purchases count.',
  },
  {
    name: 'sold',
    label: 'Sold',
    unit: 'artifacts',
    better: 'more',
    meaning: 'Artifacts that were bought and kept; those sent back do not count.',
  },
  {
    name: 'earned_by_selling',
    label: 'Paid by buyers',
    unit: 'scrip',
    better: 'more',
    meaning: 'Scrip that buyers have paid for what they kept; neither income nor material counts.',
  },
  {
    name: 'failed_turns',
    label: 'Failed turns',
    unit: 'turns',
    better: 'less',
    meaning: 'Turns in which a step of the agent’s workflow failed, whatever happened next.',
  },
  {
    name: 'pivots',
    label: 'Pivots',
    unit: 'moves',
    better: null,
    meaning: 'Moves along an edge that leads out of every state.',
  },
] as const satisfies readonly OutcomeDefinition[];

/** One trader by itself. */
export const TRADER_SUBJECT = {
  ...AGENT_SUBJECT,
  noun: 'trader',
  outcomes: [
    {
      name: 'trader_scrip',
      label: 'Its gains',
      unit: 'scrip',
      better: 'more',
      meaning:
        'Payments of buyers, less what it has paid for making, testing, reworking, returns and purchases; neither income nor the initial scrip.',
    },
    {
      name: 'trader_failed_turns',
      label: 'Its failed turns',
      unit: 'turns',
      better: 'less',
      meaning: 'Its turns in which a step of its workflow failed, whatever happened next.',
    },
    {
      name: 'trader_pivots',
      label: 'Its pivots',
      unit: 'moves',
      better: null,
      meaning: 'Its moves along an edge that leads out of every state.',
    },
  ],
} as const satisfies SubjectDefinition;
