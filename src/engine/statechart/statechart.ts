import { InputError } from '../core/errors.ts';
import type { Agent, AgentHome } from './agent.ts';
import { compile } from './compile.ts';
import type { CompiledChart } from './compiled.ts';
import type { ChartDefinition, TransitionDefinition } from './definition.ts';
import { HIERARCHY } from './hierarchy/hierarchy.ts';
import { Machine } from './machine.ts';
import { DEFAULT_HISTORY, Population } from './population.ts';

/** Contexts of transitions as objects, kept as long as an agent's history names them. */
class Contexts {
  readonly #kept = new Map<number, unknown>();
  readonly #ofAgent = new Map<number, number[]>();
  #last = 0;

  /** The object of a number; null for 0, and for one that has left the history. */
  of(context: number): unknown {
    return this.#kept.get(context) ?? null;
  }

  /** Fires with an object as context, and keeps it if the transition was recorded. @returns as `Machine.fire` */
  fire(machine: AgentHome, agent: number, trigger: number | string, context: unknown): number {
    if (context === null || context === undefined) return fireTrigger(machine, agent, trigger, 0);
    const number = ++this.#last;
    this.#kept.set(number, context);
    const before = machine.population.state[agent];
    const next = fireTrigger(machine, agent, trigger, number);
    // Transitions without a target, or to the same state, are not recorded.
    if (next < 0 || next === before) this.#kept.delete(number);
    else this.#remember(agent, number, machine.population.historyDepth[agent]);
    return next;
  }

  #remember(agent: number, number: number, depth: number): void {
    const own = this.#ofAgent.get(agent) ?? [];
    this.#ofAgent.set(agent, own);
    own.push(number);
    while (own.length > depth) this.#kept.delete(own.shift()!);
  }
}

/** @param trigger its number, or the name of an event that is not a trigger of the chart. */
const fireTrigger = (machine: AgentHome, agent: number, trigger: number | string, context: number): number =>
  typeof trigger === 'number'
    ? machine.fire(agent, trigger, context)
    : machine.fireEvent(agent, trigger, context);

/** Places in a ring of log rows are numbered in 15 bits. */
const MAX_HISTORY_ROWS = 0x7fff;

/** For machines of a model, whose contexts are numbers. */
const NO_CONTEXTS = new Contexts();

/** A chart by name, shared by all agents: the string-keyed face of the compiled table. */
export class Statechart {
  readonly compiled: CompiledChart;

  /** @throws ChartError when the definition has mistakes. */
  constructor(definition: ChartDefinition) {
    this.compiled = compile(definition);
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
   * A machine for `size` agents in the initial state, for use without a model.
   * @param historyDepth transitions that each agent's history keeps.
   * @throws InputError when the depth is not a whole number from 0 to 32,767.
   */
  populate(size: number, historyDepth = DEFAULT_HISTORY): Machine {
    if (!Number.isInteger(historyDepth) || historyDepth < 0 || historyDepth > MAX_HISTORY_ROWS)
      throw new InputError(`max_history_depth is ${historyDepth}, needs 0 to ${MAX_HISTORY_ROWS}`);
    const population = new Population(size, this.compiled.isFlat ? this.compiled.initial : 0);
    population.historyDepth.fill(historyDepth);
    const machine = new Machine(this.compiled, population, 1, HIERARCHY);
    const contexts = new Contexts();
    machine.resolveContext = context => contexts.of(context);
    this.#contexts.set(machine, contexts);
    return machine;
  }

  /**
   * Attempts a transition of one agent.
   * @returns the new state, or null when no transition of this trigger is possible.
   */
  fire(agent: Agent, trigger: string, context: unknown = null): string | null {
    const { machine } = agent;
    if (machine.chart !== this.compiled) throw new TypeError('the agent belongs to another chart');
    const number = this.compiled.triggerNumber.get(trigger) ?? trigger;
    if (this.compiled.isSimple && typeof number === 'string') return null;
    const next = this.#contextsOf(machine, context).fire(machine, agent.index, number, context);
    return next < 0 ? null : agent.state;
  }

  /** True if an agent would answer a trigger now; guards are evaluated, nothing is changed. */
  canFire(agent: Agent, trigger: string): boolean {
    return agent.machine.wouldAnswer(agent.index, trigger);
  }

  /** Triggers that have a transition from this state, in definition order, whatever their guards say. */
  validTriggers(state: string): string[] {
    const number = this.compiled.stateNumber.get(state);
    if (number === undefined) throw new TypeError(`"${state}" is not a state of this chart`);
    const { triggers, interpreter, definition } = this.compiled;
    const valid = new Set<string>();
    for (const { transition } of interpreter.outward(number))
      valid.add(definition.transitions[transition].trigger);
    return triggers.filter(trigger => valid.has(trigger));
  }

  readonly #contexts = new WeakMap<AgentHome, Contexts>();

  #contextsOf(machine: AgentHome, context: unknown): Contexts {
    const contexts = this.#contexts.get(machine);
    if (contexts !== undefined) return contexts;
    if (context === null || context === undefined) return NO_CONTEXTS;
    throw new TypeError('contexts as objects need a machine made by populate()');
  }
}
