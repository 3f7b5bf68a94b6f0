import { describeValue } from '../core/checkOptions.ts';
import { InputError } from '../core/errors.ts';
import { formatQuotedText } from '../core/formatQuotedText.ts';
import { type Agent, type AgentHome, checkAgent } from '../statechart/agent.ts';
import { compile } from '../statechart/compile.ts';
import { type CompiledChart, getStateNumber } from '../statechart/compiled.ts';
import type { ChartDefinition, TransitionDefinition } from '../statechart/definition.ts';
import { ChartPopulation, type PopulationOptions, type SavedChartPopulation } from './chartPopulation.ts';
import { compileChart } from './compileChart.ts';
import type { Contexts } from './contexts.ts';
import { refusePromises } from './refusePromises.ts';

/** A chart by name, shared by all agents: the string-keyed face of the compiled table. */
export class Statechart {
  readonly compiled: CompiledChart;

  /** @throws ChartError when the definition has mistakes. */
  constructor(definition: ChartDefinition) {
    // Mistakes are found in what the user has written.
    compileChart(definition);
    this.compiled = compile(refusePromises(definition));
    const free = new Set(
      definition.transitions.flatMap(({ rate, trigger }) => (rate === undefined ? [trigger] : [])),
    );
    this.#drawn = new Set(this.compiled.triggers.filter(trigger => !free.has(trigger)));
  }

  get states(): readonly string[] {
    return this.compiled.states;
  }

  get transitions(): readonly TransitionDefinition[] {
    return this.compiled.definition.transitions;
  }

  get initial(): string {
    return this.states[this.compiled.initial];
  }

  /**
   * A population in the initial state.
   * @param size number of agents, 1 to 10,000,000
   * @throws InputError that names what is missing, or wrong, and what to write
   */
  populate(size: number, options: PopulationOptions = {}): ChartPopulation {
    return new ChartPopulation(this.compiled, size, options);
  }

  /**
   * A population as it was saved by `saveAll`.
   * @param options as it was made with
   * @throws InputError for one of another set-up
   */
  restore(saved: SavedChartPopulation, size: number, options: PopulationOptions = {}): ChartPopulation {
    const population = this.populate(size, options);
    population.restoreAll(saved);
    return population;
  }

  /**
   * Attempts a transition of one agent.
   * @param context an object that guards, actions and the agent's history are given; null for none
   * @returns the new state, or null when no transition of this trigger is possible.
   * @throws InputError for an event that no transition of the chart answers in any state
   */
  fire(agent: Agent, trigger: string, context: unknown = null): string | null {
    const machine = this.#checkAgent(agent);
    if (typeof trigger !== 'string')
      throw new InputError(
        `fire takes a trigger, such as "${this.compiled.triggers[0]}", not ${describeValue(trigger)}`,
      );
    const number = this.compiled.triggerNumber.get(trigger) ?? this.#checkEvent(trigger);
    if (this.#drawn.has(trigger))
      throw new InputError(
        `"${formatQuotedText(trigger)}" happens at a rate, and is fired by tick() alone: give the chart a transition with a trigger of its own, such as "seed"`,
      );
    const next =
      context === null || context === undefined
        ? fireNumber(machine, agent.index, number, 0)
        : contextsOf(machine).fire(machine.population, agent.index, context, of =>
            fireNumber(machine, agent.index, number, of),
          );
    return next < 0 ? null : agent.state;
  }

  /**
   * True if an agent would answer a trigger now; guards are evaluated, which must change nothing themselves.
   * @throws InputError for an event that no transition of the chart answers in any state
   */
  canFire(agent: Agent, trigger: string): boolean {
    const machine = this.#checkAgent(agent);
    if (!this.compiled.triggerNumber.has(trigger)) this.#checkEvent(trigger);
    return machine.wouldAnswer(agent.index, trigger);
  }

  /**
   * Triggers that have a transition from this state, in definition order, whatever their guards say.
   * @throws InputError for a state that the chart lacks
   */
  validTriggers(state: string): string[] {
    if (typeof state !== 'string')
      throw new InputError(
        `validTriggers takes a state by its name, such as agent.state, not ${describeValue(state)}`,
      );
    const number = getStateNumber(this.compiled, state);
    const { triggers, interpreter, definition } = this.compiled;
    const valid = new Set<string>();
    for (const { transition } of interpreter.outward(number))
      valid.add(definition.transitions[transition].trigger);
    return triggers.filter(trigger => valid.has(trigger));
  }

  #checkAgent(agent: Agent): AgentHome {
    checkAgent(agent);
    if (agent.machine.chart !== this.compiled)
      throw new InputError(
        `the agent is one of chart "${agent.machine.chart.definition.name}", not of this chart "${this.compiled.definition.name}"`,
      );
    return agent.machine;
  }

  readonly #answered = new Set<string>();
  /** Triggers whose transitions all happen at a rate. */
  readonly #drawn: ReadonlySet<string>;

  /** @returns the name of an event that some transition answers without having it as trigger */
  #checkEvent(name: string): string {
    const { compiled } = this;
    if (!this.#answered.has(name) && !this.transitions.some((_, at) => compiled.answers(at, name)))
      throw new InputError(
        `"${formatQuotedText(name)}" is not a trigger of chart "${compiled.definition.name}"; it has ${compiled.triggers.join(', ')}`,
      );
    this.#answered.add(name);
    return name;
  }
}

/** @param trigger its number, or the name of an event that is not a trigger of the chart. */
const fireNumber = (machine: AgentHome, agent: number, trigger: number | string, context: number): number =>
  typeof trigger === 'number'
    ? machine.fire(agent, trigger, context)
    : machine.fireEvent(agent, trigger, context);

/** @throws InputError for a machine of a model, whose contexts are numbers */
function contextsOf(machine: AgentHome): Contexts {
  if (machine instanceof ChartPopulation) return machine.contexts;
  throw new InputError('contexts as objects need a population made by populate()');
}
