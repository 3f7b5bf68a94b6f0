import { Random } from '../../../random.ts';
import { GovernedDomain } from '../domain.ts';

/** What a draw is for; the same mission and step give the same, in every run of a seed. */
const Purpose = { thinking: 64, tool: 65 } as const;
/** Simulated milliseconds. */
const THINKING = { least: 400, spread: 800, perToken: 30 } as const;
const SEARCHING = { least: 150, spread: 900 } as const;
/** A call that no tool takes. */
export const NO_TOOL = 50;
/** An answer that has not come. */
export const NO_ANSWER = 5_000;

/** Simulated time: drawn for each kind of step, and what the answer's length implies. */
export class Durations {
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = new Random(seed, GovernedDomain.mission);
  }

  /** Of asking and answering. @param tokens of the answer */
  thinking(agent: number, step: number, tokens: number): number {
    const { least, spread, perToken } = THINKING;
    const drawn = this.#random.unit(agent, step, Purpose.thinking);
    return Math.round(least + spread * drawn) + perToken * tokens;
  }

  searching(agent: number, step: number): number {
    const { least, spread } = SEARCHING;
    return Math.round(least + spread * this.#random.unit(agent, step, Purpose.tool));
  }
}
