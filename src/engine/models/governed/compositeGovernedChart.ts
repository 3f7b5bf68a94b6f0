import type { ChartDefinition, DataGuard } from '../../statechart/definition.ts';
import { HIERARCHY } from '../../statechart/hierarchy/hierarchy.ts';
import { PHASE_TRANSITIONS, spent, VERDICTS } from './governedChart.ts';
import { COMPOSITE_WORDS } from './governedChartWords.ts';
import { LIMIT_COLUMN, USED_COLUMN } from './stuck/chances.ts';
import { STUCK } from './stuck/ruleColumns.ts';

/** The compound state of the phases in which an agent is asked, its history, and that of the states of being stuck. */
const WORKING = 'working';
const RESUME_HISTORY = 'where_it_was';
const BEING_STUCK = 'stuck';

const createChancesGuard = (op: DataGuard['op'], name: string): DataGuard => ({
  kind: 'compare',
  column: USED_COLUMN,
  op,
  value: { column: LIMIT_COLUMN },
  name,
});

/** A timeout is of simulated time, not of ticks: it is an event like any other. */
const verdicts = VERDICTS.map(verdict => ({
  ...verdict,
  ...(verdict.trigger === 'timeout' && { on: [verdict.trigger] }),
}));

/**
 * The phases of the flat chart with second chances: who is stuck is sent back to the phase that it came from, which the
 * history of `working` remembers, until its chances are used up. What several phases share is said once.
 */
export const compositeGovernedChart: ChartDefinition = {
  name: 'governed with second chances',
  initial: 'init',
  words: COMPOSITE_WORDS,
  states: [
    'init',
    {
      id: WORKING,
      states: [
        'searching',
        'analyzing',
        'deciding',
        { id: RESUME_HISTORY, kind: 'history', initial: 'searching' },
      ],
    },
    { id: BEING_STUCK, states: Object.values(STUCK) },
    'finishing',
  ],
  transitions: [
    ...PHASE_TRANSITIONS,
    { trigger: 'finish', source: WORKING, target: 'finishing' },
    ...verdicts,
    {
      trigger: 'resume',
      source: BEING_STUCK,
      target: RESUME_HISTORY,
      guard: createChancesGuard('<', 'it has a chance left'),
    },
    {
      trigger: 'give_up',
      source: BEING_STUCK,
      target: 'finishing',
      guard: createChancesGuard('>=', 'its chances are used up'),
    },
    ...['init', WORKING].map(source => ({
      trigger: 'step_limit',
      source,
      target: 'finishing',
      guard: spent,
    })),
  ],
};

/** That chart with its interpreter. */
export const COMPOSITE = { chart: compositeGovernedChart, hierarchy: HIERARCHY };
