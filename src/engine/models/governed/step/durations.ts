import type { Tick } from '../../../core/indices.ts';
import { type Chance, Random } from '../../../core/random.ts';
import { roundMeasurement } from '../../../export/measurement.ts';
import { getAnswerSource } from '../../../oracle/formats/parseTextAnswer.ts';
import type { Answer } from '../../../oracle/oracle.ts';
import { GovernedDomain } from '../governedDomain.ts';

/** Purposes of draws; one mission and step draw the same in every run of a seed. */
const DurationDraw = { thinking: 64, tool: 65 } as const;
/** Simulated milliseconds. */
const THINKING = { least: 400, spread: 800, perToken: 30 } as const;
const SEARCHING = { least: 150, spread: 900 } as const;
/** Simulated milliseconds of a call that no tool takes. */
export const NO_TOOL = 50;
/** Simulated milliseconds of waiting for an answer that does not come. */
export const NO_ANSWER = 5_000;

/** Simulated durations: a draw for each kind of step, plus what the answer's length implies. */
export class Durations {
  /** Tick of the steps that are taken. */
  now: Tick = 0;
  readonly #random: Random;
  readonly #isMeasured: boolean;

  /** @param isMeasured whether an answer takes as long as the language model took that gave it */
  constructor(chance: Chance, isMeasured: boolean) {
    this.#random = new Random(chance, GovernedDomain.mission);
    this.#isMeasured = isMeasured;
  }

  /** Milliseconds of asking and answering. @param tokens of the answer */
  answering(agent: number, step: number, tokens: number, answer: Answer): number {
    const measured = answer.evidence?.took ?? answer.evidence?.milliseconds;
    // Answers from a cache are not measured in a document either.
    const isOwn = this.#isMeasured && measured !== undefined && getAnswerSource(answer) !== 'cache';
    return isOwn ? Math.round(roundMeasurement(measured)) : this.thinking(agent, step, tokens);
  }

  /** Simulated milliseconds of writing so many tokens. */
  thinking(agent: number, step: number, tokens: number): number {
    const { least, spread, perToken } = THINKING;
    const drawn = this.#random.unit(agent, step, DurationDraw.thinking, this.now);
    return Math.round(least + spread * drawn) + perToken * tokens;
  }

  searching(agent: number, step: number): number {
    const { least, spread } = SEARCHING;
    return Math.round(least + spread * this.#random.unit(agent, step, DurationDraw.tool, this.now));
  }
}
