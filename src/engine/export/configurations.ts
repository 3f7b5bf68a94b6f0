import type { Run } from '../run/run.ts';

/** Active states of a chart with hierarchy, in the order of the log; states of a flat one. */
export class Configurations {
  readonly #placeOf: number[] = [];
  readonly #leaves = new Map<string, readonly number[]>();

  constructor({ machine, tick }: Run) {
    const { chart, past, table } = machine;
    if (chart.isFlat) return;
    // Configurations that differ in what their histories remember alone are one.
    const places = new Map<string, number>();
    const add = (configuration: number) => {
      if (this.#placeOf[configuration] !== undefined) return;
      const leaves = table.leavesIn(configuration);
      const key = leaves.join();
      if (!places.has(key)) places.set(key, places.size);
      this.#leaves.set(key, leaves);
      this.#placeOf[configuration] = places.get(key)!;
    };
    add(table.initial);
    past.forEach(past.start, tick, (_tick, _agent, step) => add(table.targets[step]));
  }

  placeOf(configuration: number): number {
    return this.#placeOf[configuration] ?? configuration;
  }

  /** The leaves of each. */
  list(): readonly (readonly number[])[] {
    return [...this.#leaves.values()];
  }
}
