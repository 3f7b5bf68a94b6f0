import { type Limits, PROGRAM_LIMITS, raiseError } from './limits.ts';
import type { Place } from './sourcePlace.ts';

/** Counts the cost of one run, and tracks its place. */
export class Meter {
  readonly limits: Limits;
  /** Beginning of the last step: the place of an error. */
  at: Place = { line: 1, column: 1 };
  #steps = 0;
  #work = 0;
  /** Depth of functions that call each other. */
  levels = 0;

  readonly #allowance: Allowance | null;
  readonly #mostSteps: number;
  readonly #mostWork: number;

  /** @param allowance what is left for this run and those after it; absent: the run's own limits alone count */
  constructor(limits: Limits = PROGRAM_LIMITS, allowance: Allowance | null = null) {
    this.limits = limits;
    this.#allowance = allowance;
    this.#mostSteps = Math.min(limits.steps, allowance?.steps ?? limits.steps);
    this.#mostWork = Math.min(limits.work, allowance?.work ?? limits.work);
  }

  /** Throws a LimitError if the run has used all its steps. */
  step(at: Place): void {
    this.at = at;
    this.#steps += 1;
    if (this.#steps > this.#mostSteps)
      raiseError('LimitError', this.#overAllowance('steps') ?? `more than ${this.limits.steps} steps`);
  }

  /** Goes that much deeper. @throws Raised a LimitError */
  enter(levels: number): void {
    this.levels += levels;
    if (this.levels > this.limits.levels)
      raiseError('LimitError', `functions call each other more than ${this.limits.levels} levels deep`);
  }

  /** Comes back up. */
  leave(levels: number): void {
    this.levels -= levels;
  }

  /** @param amount items or characters that an operation goes through */
  work(amount: number): void {
    this.#work += amount;
    if (this.#work > this.#mostWork)
      raiseError(
        'LimitError',
        this.#overAllowance('work') ??
          `the program goes through more than ${this.limits.work} items and characters`,
      );
  }

  /** Takes what the run has cost from what is left. */
  settle(): void {
    if (this.#allowance === null) return;
    this.#allowance.steps -= Math.min(this.#steps, this.#mostSteps);
    this.#allowance.work -= Math.min(this.#work, this.#mostWork);
  }

  /** Message if the allowance ends before the run's own limit; else null. */
  #overAllowance(unit: 'steps' | 'work'): string | null {
    const { [unit]: left = Number.POSITIVE_INFINITY } = this.#allowance ?? {};
    return left < this.limits[unit] ? (this.#allowance?.over(unit) ?? null) : null;
  }
}

/** Allowance of all code in a tick, in the units of a run's limits. */
const TICK = { steps: 500_000, work: 2_500_000 } as const;
/** Minimum allowance of every agent, independent of their number: ten times as much as usual workflows need. */
const MIN_ALLOWANCE = { steps: 1_000, work: 5_000 } as const;

/** An agent's share of the work that a tick may take, over all its code steps and conditions. */
export class Allowance {
  readonly #agents: number;
  /** Remaining allowance. */
  steps: number;
  work: number;
  /** True if a run has exceeded it: nothing more may run. */
  isSpent = false;

  /** @param agents that share a tick, whatever each of them does */
  constructor(agents: number) {
    this.#agents = agents;
    this.steps = computeAllowanceShare('steps', agents);
    this.work = computeAllowanceShare('work', agents);
  }

  /** Takes what a run costs. @returns false, having taken nothing, if that is more than a run may take */
  take(steps: number, work: number): boolean {
    if (steps > this.steps || work > this.work) return false;
    this.steps -= steps;
    this.work -= work;
    return true;
  }

  /** Marks it as spent. @returns the message for the agent, once */
  over(unit: 'steps' | 'work'): string {
    this.isSpent = true;
    const what = { steps: 'takes', work: 'goes through' }[unit];
    const unitName = { steps: 'steps', work: 'items and characters' }[unit];
    const whose = this.#agents === 1 ? 'the limit of a tick' : `the share of each of ${this.#agents} agents`;
    const share = computeAllowanceShare(unit, this.#agents);
    return `the code of this tick ${what} more than ${share} ${unitName}, ${whose}; what is left of it does not run`;
  }
}

const computeAllowanceShare = (unit: keyof typeof TICK, agents: number): number =>
  Math.max(MIN_ALLOWANCE[unit], Math.floor(TICK[unit] / agents));
