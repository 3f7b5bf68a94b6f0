import type { Tick } from '../core/indices.ts';
import type { Evidence, Source } from '../oracle/oracle.ts';
import {
  type FailedAgent,
  MAX_STALLED_AGENTS,
  type StalledAgent,
  type StepFigures,
  type StepReport,
} from './stepReport.ts';

/** An event of a step, from a model's table. */
interface StepEvent {
  readonly agent: number;
  readonly tick: Tick;
  /** Source of the answer; null if nothing was asked. */
  readonly source: Source | null;
  readonly isAnswered: boolean;
  readonly isFailed: boolean;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly evidence: Evidence | undefined;
}

/** Consequence of a failure. */
export type Sequel = 'triedAgain' | 'givenUp' | 'skipped' | 'stopped';

interface StepSums {
  asked: number;
  answered: number;
  failed: number;
  tokensIn: number;
  tokensOut: number;
  tokensForNothing: number;
  milliseconds: number;
  measured: number;
  stalled: number;
}

/** The figures of some steps, summed up event by event. */
export class StepTally {
  readonly #sums: readonly StepSums[];
  readonly #sequels: readonly Record<Sequel, number>[];
  /** By step, by agent. */
  readonly #failed: readonly Map<number, FailedAgent>[];
  readonly #stalled: readonly { readonly turns: Map<number, number>; readonly now: Set<number> }[];

  constructor(steps: number) {
    const each = <T>(make: () => T) => Array.from({ length: steps }, make);
    this.#sums = each(() => ({
      ...{ asked: 0, answered: 0, failed: 0, tokensIn: 0, tokensOut: 0, tokensForNothing: 0 },
      ...{ milliseconds: 0, measured: 0, stalled: 0 },
    }));
    this.#sequels = each(() => ({ triedAgain: 0, givenUp: 0, skipped: 0, stopped: 0 }));
    this.#failed = each(() => new Map<number, FailedAgent>());
    this.#stalled = each(() => ({ turns: new Map<number, number>(), now: new Set<number>() }));
  }

  add(
    step: number,
    { agent, tick, source, isAnswered, isFailed, tokensIn, tokensOut, evidence }: StepEvent,
  ): void {
    const sums = this.#sums[step];
    if (source !== null) sums.asked++;
    if (isAnswered) sums.answered++;
    if (isFailed) {
      sums.failed++;
      const times = (this.#failed[step].get(agent)?.times ?? 0) + 1;
      this.#failed[step].set(agent, { agent, times, last: tick });
      sums.tokensForNothing += tokensIn + tokensOut;
    }
    sums.tokensIn += tokensIn;
    sums.tokensOut += tokensOut;
    const took = source === 'cache' ? undefined : (evidence?.milliseconds ?? evidence?.took);
    if (took === undefined) return;
    sums.milliseconds += took;
    sums.measured++;
  }

  /** After a failure. */
  follow(step: number, sequel: Sequel): void {
    this.#sequels[step][sequel]++;
  }

  /**
   * Records a turn that left its agent in its state.
   * @param isLast true if no later turn of the agent lies in the range
   */
  stall(step: number, agent: number, isLast: boolean): void {
    this.#sums[step].stalled++;
    const { turns, now } = this.#stalled[step];
    turns.set(agent, (turns.get(agent) ?? 0) + 1);
    if (isLast) now.add(agent);
  }

  /** An agent has no more turns because of a step. */
  hold(step: number, agent: number): void {
    this.#stalled[step].now.add(agent);
  }

  figuresOf(step: number): StepFigures {
    const { milliseconds, measured, ...sums } = this.#sums[step];
    const { turns, now } = this.#stalled[step];
    return {
      ...sums,
      ...this.#sequels[step],
      milliseconds: measured === 0 ? null : milliseconds,
      measured,
      failedWho: [...this.#failed[step].values()]
        .sort((a, b) => b.times - a.times || a.agent - b.agent)
        .slice(0, MAX_STALLED_AGENTS),
      stalledAgents: turns.size,
      stalledNow: now.size,
      stalledWho: this.#stalledBy(step),
    };
  }

  #stalledBy(step: number): readonly StalledAgent[] {
    const { turns, now } = this.#stalled[step];
    return [...new Set([...turns.keys(), ...now])]
      .map(agent => ({ agent, turns: turns.get(agent) ?? 0, isNow: now.has(agent) }))
      .sort((a, b) => b.turns - a.turns || a.agent - b.agent)
      .slice(0, MAX_STALLED_AGENTS);
  }
}

const NO_SEQUELS = { triedAgain: null, givenUp: null, skipped: null, stopped: null } as const;
const NO_STALLS = { stalled: null, stalledAgents: null, stalledNow: null, stalledWho: null } as const;

/** Common properties of a report's rows, if they are not steps of a text. */
interface StepRows {
  /** Noun for a row. */
  readonly noun: string;
  readonly failing?: string;
  /** By the number in the tally. */
  readonly names: readonly string[];
  /** States in which the question of a row is put; null: all. */
  readonly statesOf: (name: string) => readonly string[] | null;
  /** True if an answer can leave an agent in its state. */
  readonly canStall: boolean;
}

/** Questions that stand in no text, and of which no policy says what follows from a failure. */
export function buildStepReport(
  tally: StepTally,
  { names, statesOf, canStall, ...words }: StepRows,
): StepReport {
  const rows = names.map((name, number) => ({
    ...{ name, type: null, at: null, states: statesOf(name) },
    ...tally.figuresOf(number),
    ...NO_SEQUELS,
    ...(canStall ? {} : NO_STALLS),
  }));
  return { ...words, rows, edges: null };
}
