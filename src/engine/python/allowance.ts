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
