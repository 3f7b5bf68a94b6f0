import type { AgentHome } from './agent.ts';

/** Contexts of transitions as objects, kept as long as an agent's history names them. */
export class Contexts {
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
    // What leads nowhere, or to the same state, is not recorded.
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

/** @param trigger its number, or the name of an event that is no trigger of the chart. */
const fireTrigger = (machine: AgentHome, agent: number, trigger: number | string, context: number): number =>
  typeof trigger === 'number'
    ? machine.fire(agent, trigger, context)
    : machine.fireEvent(agent, trigger, context);
