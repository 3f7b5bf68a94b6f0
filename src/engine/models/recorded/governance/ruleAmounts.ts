import { isCallTool, isGuardTool } from '../../../traces/guardSteps.ts';
import type { TraceCase, TraceStep } from '../../../traces/traces.ts';

/** Amounts that can be saved: steps, calls of tools, tokens in and out, US dollars, milliseconds. */
export const SAVED_MEASURES = ['steps', 'calls', 'tokens', 'usd', 'ms'] as const;
/** One of `MEASURES`. */
export type Measure = (typeof SAVED_MEASURES)[number];

/** An amount by measure; null if the source does not have it. */
export type Amounts = Readonly<Record<Measure, number | null>>;

/** Amounts of a case from each of its steps on, added up once. */
export class Ledger {
  /** By place: calls, tokens and dollars of the steps before it; one place more than steps. */
  readonly #calls: Int32Array;
  readonly #tokens: Float64Array;
  readonly #usd: Float64Array;
  /** By place, the end of the step before it; at 0 the beginning of the first. NaN if it is unknown. */
  readonly #times: Float64Array;
  /** Places of a guard's decisions, which are not steps of the agent's. */
  readonly #decisions: number[] = [];
  #hasTokens = false;
  #hasUsd = false;

  /** Adds up a case. */
  constructor({ steps }: TraceCase) {
    const places = steps.length + 1;
    this.#calls = new Int32Array(places);
    this.#tokens = new Float64Array(places);
    this.#usd = new Float64Array(places);
    this.#times = new Float64Array(places).fill(
      steps.find(({ tool }) => !isGuardTool(tool))?.at ?? Number.NaN,
    );
    for (let i = 0; i < steps.length; i++) this.#add(i, steps[i]);
  }

  #add(i: number, { tool, tokensIn, tokensOut, usd, at, until }: TraceStep): void {
    this.#hasTokens ||= tokensIn !== null || tokensOut !== null;
    this.#hasUsd ||= usd !== null;
    this.#calls[i + 1] = this.#calls[i] + (isCallTool(tool) ? 1 : 0);
    const isDecision = isGuardTool(tool);
    if (isDecision) this.#decisions.push(i);
    this.#tokens[i + 1] = this.#tokens[i] + (tokensIn ?? 0) + (tokensOut ?? 0);
    this.#usd[i + 1] = this.#usd[i] + (usd ?? 0);
    this.#times[i + 1] = isDecision ? this.#times[i] : (until ?? at ?? Number.NaN);
  }

  /** Amounts of the steps from a place on, from 0. */
  from(place: number): Amounts {
    const all = this.#calls.length - 1;
    const ms = this.#times[all] - this.#times[place];
    return {
      steps: all - place - this.#decisions.filter(at => at >= place).length,
      calls: this.#calls[all] - this.#calls[place],
      tokens: this.#hasTokens ? this.#tokens[all] - this.#tokens[place] : null,
      usd: this.#hasUsd ? this.#usd[all] - this.#usd[place] : null,
      ms: all === 0 || Number.isNaN(ms) ? null : Math.max(0, ms),
    };
  }
}

/** A sum of amounts. Unknown amounts add nothing; the sum is unknown if all of them are. */
export class AmountSums {
  readonly #sums: Record<Measure, number | null> = { steps: 0, calls: 0, tokens: null, usd: null, ms: null };

  /** Adds the amounts of one case. */
  add(amounts: Amounts): void {
    for (const measure of SAVED_MEASURES) {
      const amount = amounts[measure];
      if (amount !== null) this.#sums[measure] = (this.#sums[measure] ?? 0) + amount;
    }
  }

  /** The sum of one measure so far, 0 if it is unknown. */
  of(measure: Measure): number {
    return this.#sums[measure] ?? 0;
  }

  /** The sum so far. */
  get amounts(): Amounts {
    return { ...this.#sums };
  }

  /** The sum so far as a part of others: 0 where nothing was added and the whole is known. */
  partOf(whole: AmountSums): Amounts {
    const known = { ...this.#sums };
    for (const measure of SAVED_MEASURES) known[measure] ??= whole.#sums[measure] === null ? null : 0;
    return known;
  }
}
