import type { DataGuard } from '../../../statechart/definition.ts';
import type { Population } from '../../../statechart/population.ts';
import type { GovernedParameters } from '../governedParameters.ts';
import { MISSION_PHASES, type Phase, type Rule, STUCK_RULES } from '../phases.ts';

/** The states that can be stuck, and what they become. */
export const STUCK: Readonly<Partial<Record<Phase, Phase>>> = {
  searching: 'stuck_search',
  analyzing: 'stuck_analyze',
  deciding: 'stuck_decide',
};

/** True if a phase is one of those. */
export const isStuckPhase = (phase: Phase): boolean => phase.startsWith('stuck_');

interface RuleDefinition {
  readonly guard: DataGuard;
  readonly unit: string;
  /** States in which the rule can hold. */
  readonly phases: readonly Phase[];
}

const anywhere = Object.keys(STUCK) as readonly Phase[];

const defineStuckRule = (
  column: string,
  op: '>=' | '>',
  limit: string,
  name: string,
  unit: string,
  phases: readonly Phase[] = anywhere,
): RuleDefinition => ({
  guard: { kind: 'compare', column, op, value: { column: limit }, name },
  unit,
  phases,
});

/** The named guards; they compare columns of the population. */
export const RULE_GUARDS: Readonly<Record<Rule, RuleDefinition>> = {
  same_tool: defineStuckRule('tool_run', '>=', 'same_tool', 'the same tool in a row', 'times', ['searching']),
  same_state: defineStuckRule('state_steps', '>=', 'same_state', 'too many steps in one state', 'steps'),
  timeout: defineStuckRule('phase_ms', '>', 'timeout_ms', 'too much time in one state', 'ms'),
  repeated_search: defineStuckRule(
    'search_repeats',
    '>=',
    'repeated_search',
    'the same search again',
    'times',
    ['searching'],
  ),
  alternation: defineStuckRule(
    'alternating',
    '>=',
    'alternation',
    'back and forth between two actions',
    'actions',
  ),
  failed_decisions: defineStuckRule(
    'failures',
    '>=',
    'failed_decisions',
    'failed decisions in a row',
    'in a row',
    ['deciding'],
  ),
};

/** A limit that is never reached, for when governance is off. */
const UNREACHED_LIMIT = 0x7fff_ffff;

/** Each agent's counts and limits, as columns that the chart's guards read. */
export class RuleColumns {
  /** Calls of one tool in a row. */
  readonly toolRun: Int32Array;
  /** Steps in the present state, including the one that led there. */
  readonly stateSteps: Int32Array;
  /** Simulated milliseconds in the present state. */
  readonly phaseMs: Int32Array;
  /** Timeout of the present state in milliseconds. */
  readonly timeoutMs: Int32Array;
  /** Number of times the last step's search has been made; 0 if it was not a search. */
  readonly searchRepeats: Int32Array;
  /** Length of the alternation at the end of the agent's actions. */
  readonly alternating: Int32Array;
  /** Failed decisions in a row. */
  readonly failures: Int32Array;
  readonly steps: Int32Array;
  readonly #population: Population;
  readonly #governed: boolean;
  readonly #timeouts: readonly number[];

  constructor(population: Population, parameters: GovernedParameters) {
    const limit = (name: string, value: number) =>
      population.addInteger(name).fill(parameters.governance ? value : UNREACHED_LIMIT);
    this.#population = population;
    this.#governed = parameters.governance;
    this.toolRun = population.addInteger('tool_run');
    this.stateSteps = population.addInteger('state_steps');
    this.phaseMs = population.addInteger('phase_ms');
    this.searchRepeats = population.addInteger('search_repeats');
    this.alternating = population.addInteger('alternating');
    this.failures = population.addInteger('failures');
    this.steps = population.addInteger('steps');
    for (const name of STUCK_RULES) if (name !== 'timeout') limit(name, parameters[name]);
    this.timeoutMs = limit('timeout_ms', UNREACHED_LIMIT);
    population.addInteger('step_limit').fill(parameters.step_limit);
    this.#timeouts = MISSION_PHASES.map(phase => getPhaseTimeout(phase, parameters));
  }

  /** An agent enters a state. @param milliseconds that it has spent in it already */
  enter(agent: number, phase: Phase, milliseconds: number): void {
    this.stateSteps[agent] = 1;
    this.phaseMs[agent] = milliseconds;
    this.timeoutMs[agent] = this.#governed ? this.#timeouts[MISSION_PHASES.indexOf(phase)] : UNREACHED_LIMIT;
  }

  /** Starts again in a state: earlier counts are dropped. */
  anew(agent: number, phase: Phase): void {
    this.enter(agent, phase, 0);
    for (const column of [this.toolRun, this.searchRepeats, this.alternating, this.failures])
      column[agent] = 0;
  }

  stay(agent: number, milliseconds: number): void {
    this.stateSteps[agent]++;
    this.phaseMs[agent] += milliseconds;
  }

  /** The rules that hold for an agent in a state, in their order. */
  holding(agent: number, phase: Phase): readonly Rule[] {
    if (!this.#governed || STUCK[phase] === undefined) return [];
    return STUCK_RULES.filter(rule => this.holds(agent, phase, rule));
  }

  holds(agent: number, phase: Phase, rule: Rule): boolean {
    const { guard, phases } = RULE_GUARDS[rule];
    if (!phases.includes(phase)) return false;
    const value = this.value(agent, rule);
    return guard.op === '>' ? value > this.limit(agent, rule) : value >= this.limit(agent, rule);
  }

  value(agent: number, rule: Rule): number {
    return this.#population.column(RULE_GUARDS[rule].guard.column)![agent];
  }

  limit(agent: number, rule: Rule): number {
    const { value } = RULE_GUARDS[rule].guard;
    return typeof value === 'number' ? value : this.#population.column(value.column)![agent];
  }
}

/** Timeout of a phase in milliseconds; init has none. */
export function getPhaseTimeout(phase: Phase, parameters: GovernedParameters): number {
  switch (phase) {
    case 'init':
      return UNREACHED_LIMIT;
    case 'searching':
      return Math.round(parameters.timeout_searching * 1000);
    case 'analyzing':
      return Math.round(parameters.timeout_analyzing * 1000);
    case 'deciding':
      return Math.round(parameters.timeout_deciding * 1000);
    case 'finishing':
      return Math.round(parameters.timeout_finishing * 1000);
    default:
      return Math.round(parameters.timeout_stuck * 1000);
  }
}
