import { describeValue } from '../core/checkOptions.ts';
import { InputError } from '../core/errors.ts';
import type { Random } from '../core/random.ts';
import { type Agent, checkAgent } from '../statechart/agent.ts';
import type { ChartPopulation } from './chartPopulation.ts';

/** A possible decision of a person or a language model: a trigger that would be answered now, and its target. */
export interface OpenTrigger {
  readonly trigger: string;
  /** Its words for people; the trigger itself if the chart has none. */
  readonly label: string;
}

/**
 * Begins a tick and lets happen what needs nobody: delayed events, transitions at a rate, timeouts. The tick before is sealed.
 * @param random draws the rates, in place of the population's own; null: nothing happens at a rate
 * @throws InputError for a chart with rates and nothing that draws them
 */
export function tick(population: ChartPopulation, random?: Random | null): void {
  if (typeof population?.tick !== 'function')
    throw new InputError('tick needs a population, as populate() gives it');
  if (random !== undefined && random !== null && typeof random.unit !== 'function')
    throw new InputError(
      `tick draws rates by a Random, or the population's own seed, not by ${describeValue(random)}: populate(n, { random: 1 })`,
    );
  population.tick(random);
}

/**
 * Triggers that the agent would answer now, in definition order: guards are asked, nothing is changed.
 * @throws InputError for a value that is not an agent
 */
export function choices(agent: Agent): readonly OpenTrigger[] {
  checkAgent(agent);
  const { machine, index } = agent;
  const { definition, triggers, interpreter, answers } = machine.chart;
  const found = new Set<string>();
  for (const leaf of machine.table.leavesIn(machine.population.state[index]))
    for (const { transition } of interpreter.outward(leaf)) {
      const { trigger } = definition.transitions[transition];
      if (trigger !== 'timeout' && answers(transition, trigger)) found.add(trigger);
    }
  return triggers
    .filter(trigger => found.has(trigger) && machine.wouldAnswer(index, trigger))
    .map(trigger => ({ trigger, label: definition.words?.triggers[trigger]?.label ?? trigger }));
}

/** True if the chart leaves the agent a real choice: more than one trigger would be answered. */
export const shouldQueryLlm = (agent: Agent): boolean => choices(agent).length > 1;

/** An agent as plain data, for a prompt or a log. */
export interface AgentRecord {
  readonly state: string;
  readonly states: readonly string[];
  readonly ticks_in_state: number;
  readonly valid_triggers: readonly string[];
  readonly state_history: readonly {
    readonly from_state: string;
    readonly to_state: string;
    readonly trigger: string;
    readonly timestamp: string;
  }[];
}

/** An agent as plain data. @throws InputError for a value that is not an agent */
export function toH(agent: Agent): AgentRecord {
  const open = choices(agent);
  return {
    state: agent.state,
    states: agent.states,
    ticks_in_state: agent.ticksInState,
    valid_triggers: open.map(({ trigger }) => trigger),
    state_history: agent.stateHistory.map(({ fromState, toState, trigger, timestamp }) => ({
      from_state: fromState,
      to_state: toState,
      trigger,
      timestamp,
    })),
  };
}
