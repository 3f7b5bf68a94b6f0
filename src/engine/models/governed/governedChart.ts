import type { ChartDefinition, DataGuard, TransitionDefinition } from '../../statechart/definition.ts';
import { GOVERNED_WORDS } from './governedChartWords.ts';
import { MISSION_PHASES, type Phase, STUCK_RULES } from './phases.ts';
import { RULE_GUARDS, STUCK } from './stuck/ruleColumns.ts';

const createPhaseTransition = (
  trigger: string,
  source: Phase,
  target: Phase,
  guard?: DataGuard,
): TransitionDefinition => ({
  trigger,
  source,
  target,
  ...(guard && { guard }),
});

/** The guard of the end by the limit of steps. */
export const spent: DataGuard = {
  kind: 'compare',
  column: 'steps',
  op: '>=',
  value: { column: 'step_limit' },
  name: 'the limit of steps is reached',
};

/** From each state to its STUCK_*, for each rule that can hold there. */
export const VERDICTS: readonly TransitionDefinition[] = STUCK_RULES.flatMap(rule =>
  RULE_GUARDS[rule].phases.map(phase =>
    createPhaseTransition(rule, phase, STUCK[phase]!, RULE_GUARDS[rule].guard),
  ),
);

/** Moves that answers make, from one phase to another. */
export const PHASE_TRANSITIONS: readonly TransitionDefinition[] = [
  createPhaseTransition('search', 'init', 'searching'),
  createPhaseTransition('reason', 'init', 'deciding'),
  createPhaseTransition('fail', 'init', 'deciding'),
  createPhaseTransition('reason', 'searching', 'analyzing'),
  createPhaseTransition('reason', 'analyzing', 'deciding'),
  createPhaseTransition('search', 'deciding', 'searching'),
  createPhaseTransition('finish', 'init', 'finishing'),
];

const asking: readonly Phase[] = ['searching', 'analyzing', 'deciding'];

/** The phases of a tool-using agent. Columns named by guards belong to `RuleColumns`. */
export const governedChart: ChartDefinition = {
  name: 'governed',
  states: MISSION_PHASES,
  initial: 'init',
  words: GOVERNED_WORDS,
  transitions: [
    ...PHASE_TRANSITIONS,
    ...asking.map(phase => createPhaseTransition('finish', phase, 'finishing')),
    ...VERDICTS,
    ...Object.values(STUCK).map(phase => createPhaseTransition('give_up', phase, 'finishing')),
    ...(['init', ...asking] as const).map(phase =>
      createPhaseTransition('step_limit', phase, 'finishing', spent),
    ),
  ],
};
