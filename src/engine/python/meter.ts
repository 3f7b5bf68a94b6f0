import { LIMITS, type Limits, raise } from './limits.ts';
import type { Place } from './place.ts';

/** Counts what one run costs, and knows where it is. */
export class Meter {
  readonly limits: Limits;
  /** Where the last step began: the place of an error. */
  at: Place = { line: 1, column: 1 };
  #steps = 0;
  #work = 0;
  /** How deep it is in functions that call each other. */
  levels = 0;

  constructor(limits: Limits = LIMITS) {
    this.limits = limits;
  }

  /** Throws a LimitError where the run has had all its steps. */
  step(at: Place): void {
    this.at = at;
    this.#steps += 1;
    if (this.#steps > this.limits.steps) raise('LimitError', `more than ${this.limits.steps} steps`);
  }

  /** Goes that much deeper. @throws Raised a LimitError */
  enter(levels: number): void {
    this.levels += levels;
    if (this.levels > this.limits.levels)
      raise('LimitError', `functions call each other more than ${this.limits.levels} levels deep`);
  }

  /** Comes back up. */
  leave(levels: number): void {
    this.levels -= levels;
  }

  /** @param amount items or characters that an operation goes through */
  work(amount: number): void {
    this.#work += amount;
    if (this.#work > this.limits.work)
      raise('LimitError', `the program goes through more than ${this.limits.work} items and characters`);
  }
}
