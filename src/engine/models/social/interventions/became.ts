import type { Tick } from '../../../core/indices.ts';

/** An agent that has another archetype from a tick on. */
export type SavedBecoming = readonly [agent: number, from: Tick, kind: number];

/** Agents with another archetype than the drawn one, and the tick of the change. */
export class Became {
  /** By agent, oldest first. */
  readonly #kinds = new Map<number, readonly { readonly from: Tick; readonly kind: number }[]>();

  /** Idempotent within a tick, as needed if one is abandoned. @returns false for the present archetype */
  set(agent: number, from: Tick, kind: number, drawn: number): boolean {
    const known = this.#kinds.get(agent) ?? [];
    const before = known.filter(one => one.from < from);
    if (before.length === known.length && this.at(agent, from, drawn) === kind) return false;
    this.#kinds.set(agent, [...before, { from, kind }]);
    return true;
  }

  /** Index of the archetype that an agent has in a tick. @param drawn the one that it began with */
  at(agent: number, tick: Tick, drawn: number): number {
    return this.#kinds.get(agent)?.findLast(({ from }) => from <= tick)?.kind ?? drawn;
  }

  has(agent: number): boolean {
    return this.#kinds.has(agent);
  }

  save(): readonly SavedBecoming[] {
    return [...this.#kinds].flatMap(([agent, known]) =>
      known.map(({ from, kind }) => [agent, from, kind] as const),
    );
  }
}
