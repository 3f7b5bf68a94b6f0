import type { ChartDefinition, DataGuard, TransitionDefinition } from '../../statechart/definition.ts';
import { HIERARCHY } from '../../statechart/hierarchy.ts';
import { spent } from './chart.ts';
import { COMPOSITE_WORDS } from './chartWords.ts';
import { type Phase, RULES } from './phases.ts';
import { LIMIT_COLUMN, USED_COLUMN } from './stuck/chances.ts';
import { RULE_GUARDS, STUCK } from './stuck/rules.ts';

/** The compound state of the phases in which an agent is asked, its history, and that of the states of being stuck. */
const WORKING = 'working';
const BEFORE = 'where_it_was';
const BEING_STUCK = 'stuck';

const chances = (op: DataGuard['op'], name: string): DataGuard => ({
  kind: 'compare',
  column: USED_COLUMN,
  op,
  value: { column: LIMIT_COLUMN },
  name,
});

/** From each phase to its STUCK_*, for each rule that can hold there; a timeout is of simulated time, not of ticks. */
const verdicts = RULES.flatMap(rule =>
  RULE_GUARDS[rule].phases.map(
    (source): TransitionDefinition => ({
      trigger: rule,
      ...(rule === 'timeout' && { on: [rule] }),
      source,
      target: STUCK[source]!,
      guard: RULE_GUARDS[rule].guard,
    }),
  ),
);

const move = (trigger: string, source: Phase, target: Phase): TransitionDefinition => ({
  trigger,
  source,
  target,
});

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
      states: ['searching', 'analyzing', 'deciding', { id: BEFORE, kind: 'history', initial: 'searching' }],
    },
    { id: BEING_STUCK, states: Object.values(STUCK) },
    'finishing',
  ],
  transitions: [
    move('search', 'init', 'searching'),
    move('reason', 'init', 'deciding'),
    move('fail', 'init', 'deciding'),
    move('reason', 'searching', 'analyzing'),
    move('reason', 'analyzing', 'deciding'),
    move('search', 'deciding', 'searching'),
    move('finish', 'init', 'finishing'),
    { trigger: 'finish', source: WORKING, target: 'finishing' },
    ...verdicts,
    { trigger: 'resume', source: BEING_STUCK, target: BEFORE, guard: chances('<', 'it has a chance left') },
    {
      trigger: 'give_up',
      source: BEING_STUCK,
      target: 'finishing',
      guard: chances('>=', 'its chances are used up'),
    },
    ...['init', WORKING].map(source => ({
      trigger: 'step_limit',
      source,
      target: 'finishing',
      guard: spent,
    })),
  ],
};

/** That chart, with what plays it. */
export const COMPOSITE = { chart: compositeGovernedChart, hierarchy: HIERARCHY };
