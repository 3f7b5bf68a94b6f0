import type { Population } from '../statechart/population.ts';

/** A kept context as plain data: agent, number, and the object itself. */
export type SavedContext = readonly [agent: number, context: number, value: unknown];

/** Contexts of transitions as objects: each agent's latest, as many as its history has places. */
export class Contexts {
  readonly #kept = new Map<number, unknown>();
  readonly #ofAgent = new Map<number, number[]>();
  #last = 0;

  /** The object of a number; null for 0, and for one that as many later ones have replaced. */
  of(context: number): unknown {
    return this.#kept.get(context) ?? null;
  }

  /**
   * Fires with an object as context, and keeps it if the transition was recorded.
   * @param fire fires with a context's number @returns what it returned: the new state, or −1
   */
  fire(
    { state, historyDepth }: Population,
    agent: number,
    context: unknown,
    fire: (context: number) => number,
  ): number {
    if (context === null || context === undefined) return fire(0);
    const number = ++this.#last;
    this.#kept.set(number, context);
    const before = state[agent];
    let next = -1;
    try {
      next = fire(number);
    } finally {
      if (next < 0) this.#kept.delete(number);
    }
    // Transitions without a target, or to the same state, are not recorded.
    if (next < 0 || next === before) this.#kept.delete(number);
    else this.#remember(agent, number, historyDepth[agent]);
    return next;
  }

  #remember(agent: number, number: number, depth: number): void {
    const own = this.#ofAgent.get(agent) ?? [];
    this.#ofAgent.set(agent, own);
    own.push(number);
    while (own.length > depth) this.#kept.delete(own.shift()!);
  }

  save(): readonly SavedContext[] {
    return [...this.#ofAgent].flatMap(([agent, own]) =>
      own.map((number): SavedContext => [agent, number, this.#kept.get(number)]),
    );
  }

  restore(saved: readonly SavedContext[]): void {
    for (const [agent, number, value] of saved) {
      this.#kept.set(number, value);
      this.#remember(agent, number, Number.POSITIVE_INFINITY);
      this.#last = Math.max(this.#last, number);
    }
  }
}
