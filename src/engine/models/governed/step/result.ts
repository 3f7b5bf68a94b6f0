import { encodeUtf8 } from '../../../core/encodeUtf8.ts';
import type { Tick } from '../../../core/indices.ts';
import { type Chance, Random } from '../../../core/random.ts';
import { roundMeasurement } from '../../../export/measurement.ts';
import { getAnswerSource } from '../../../oracle/formats/parseTextAnswer.ts';
import type { Answer } from '../../../oracle/oracle.ts';
import { GovernedDomain } from '../governedDomain.ts';
import type { Action, ToolCall } from '../missionStep.ts';
import type { Phase } from '../phases.ts';

/** Result of an action that was accepted, refused or unreadable. */
export interface Result {
  readonly next: Phase;
  /** Trigger to fire when `next` is another state. */
  readonly trigger: 'search' | 'reason' | 'finish' | 'fail';
  readonly action: Action | null;
  readonly call: ToolCall | null;
  readonly final: string | null;
  /** Why it was not accepted. */
  readonly refused: string | null;
  /** Advice for the next prompt. */
  readonly advice: string | null;
  readonly isFailed: boolean;
}

const TRIGGERS = { tool: 'search', reason: 'reason', finish: 'finish' } as const;

/** Result of an action that leads to `next`. */
export const createAcceptedResult = (next: Phase, action: Action, call: ToolCall | null = null): Result => ({
  next,
  trigger: TRIGGERS[action.kind],
  action,
  call,
  final: action.kind === 'finish' ? action.final : null,
  refused: null,
  advice: null,
  isFailed: false,
});

/** A failure leaves the agent in its phase; after one in init it has to decide. */
export const createFailedResult = (
  phase: Phase,
  { refused = null, advice = null, action = null, call = null }: Partial<Result>,
): Result => ({
  next: phase === 'init' ? 'deciding' : phase,
  trigger: 'fail',
  action,
  call,
  final: null,
  refused,
  advice,
  isFailed: true,
});

const EMPTY = {
  hits: null,
  text: null,
  total: 0,
  error: null,
  resultBytes: 0,
  milliseconds: 0,
  before: [],
} as const;

/** A call that is not made. */
export const createRefusedCall = ({ tool, args }: Extract<Action, { kind: 'tool' }>): ToolCall => ({
  ...EMPTY,
  tool,
  args,
});

/** A call that no tool takes. */
export const createBrokenCall = (
  { tool, args }: Extract<Action, { kind: 'tool' }>,
  error: string,
): ToolCall => ({
  ...EMPTY,
  tool,
  args,
  error,
  resultBytes: encodeUtf8(error).length,
  milliseconds: NO_TOOL,
});

/** A finish written as a call, for the table of calls. */
export const createFinishCall = (args: Readonly<Record<string, unknown>>): ToolCall => ({
  ...EMPTY,
  tool: 'finish',
  args,
});

/** Purposes of draws; one mission and step draw the same in every run of a seed. */
const DurationDraw = { thinking: 64, tool: 65 } as const;
/** Simulated milliseconds. */
const THINKING = { least: 400, spread: 800, perToken: 30 } as const;
const SEARCHING = { least: 150, spread: 900 } as const;
/** Simulated milliseconds of a call that no tool takes. */
const NO_TOOL = 50;
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
