import type { Population } from '../../../statechart/population.ts';

/** Column of the second chances that an agent has used. */
export const USED_COLUMN = 'chances_used';
/** Column of those that it has in all. */
export const LIMIT_COLUMN = 'second_chances';

/** Second chances of each agent, in columns that the chart with second chances reads. */
export class Chances {
  readonly used: Int32Array;
  /** Questions that had been asked at its last resume; 0 before. */
  readonly #since: Int32Array;

  /** @param limit second chances of an agent, at least 1 */
  constructor(
    population: Population,
    readonly limit: number,
  ) {
    this.used = population.addInteger(USED_COLUMN);
    this.#since = population.addInteger('resumed_after');
    population.addInteger(LIMIT_COLUMN).fill(limit);
  }

  hasOne(agent: number): boolean {
    return this.used[agent] < this.limit;
  }

  /** @param asked questions so far */
  use(agent: number, asked: number): void {
    this.used[agent]++;
    this.#since[agent] = asked;
  }

  /** Of these steps, how many were asked since its last resume. */
  counted(agent: number, steps: readonly number[]): number {
    return steps.filter(step => step > this.#since[agent]).length;
  }
}
