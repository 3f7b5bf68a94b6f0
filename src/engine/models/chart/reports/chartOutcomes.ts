import type { OutcomeDefinition } from '../../../model/outcomeDefinition.ts';

/** Outcomes of a run of a chart: what can be said of any. */
export const CHART_OUTCOMES = [
  {
    name: 'ever_moved',
    label: 'Ever moved',
    unit: 'share',
    better: null,
    meaning:
      'Share of all agents that have changed their state at least once, by whatever transition: one that was vaccinated has moved as well.',
  },
  {
    name: 'moves',
    label: 'Moves',
    unit: 'moves',
    better: null,
    meaning: 'Changes of state of all agents.',
  },
  {
    name: 'commonest_share',
    label: 'Commonest state',
    unit: 'share',
    better: null,
    meaning: 'Share of all agents that are in the state that most are in.',
  },
] as const satisfies readonly OutcomeDefinition[];
