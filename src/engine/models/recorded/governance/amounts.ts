import { MESSAGE } from '../message.ts';
import type { TraceCase } from '../traces.ts';

/** What can be saved: steps, calls of tools, tokens in and out, US dollars, milliseconds. */
export const MEASURES = ['steps', 'calls', 'tokens', 'usd', 'ms'] as const;
/** One of `MEASURES`. */
export type Measure = (typeof MEASURES)[number];

/** An amount by measure; null where the source does not tell. */
export type Amounts = Readonly<Record<Measure, number | null>>;

/** What the steps of a case from one on took, by its place from 0. */
export function amountsOf({ steps }: TraceCase, from: number): Amounts {
  let [calls, tokens, usd, hasTokens, hasUsd] = [0, 0, 0, false, false];
  for (let i = 0; i < steps.length; i++) {
    const { tool, tokensIn, tokensOut, usd: price } = steps[i];
    hasTokens ||= tokensIn !== null || tokensOut !== null;
    hasUsd ||= price !== null;
    if (i < from) continue;
    if (tool !== MESSAGE) calls++;
    tokens += (tokensIn ?? 0) + (tokensOut ?? 0);
    usd += price ?? 0;
  }
  return {
    steps: steps.length - from,
    calls,
    tokens: hasTokens ? tokens : null,
    usd: hasUsd ? usd : null,
    ms: timeFrom(steps, from),
  };
}

/** From the end of the step before (at 0: from the beginning of the first) to the end of the last. */
function timeFrom(steps: TraceCase['steps'], from: number): number | null {
  if (steps.length === 0) return null;
  const before = steps[from - 1];
  const start = from === 0 ? steps[0].at : (before.until ?? before.at);
  const last = steps[steps.length - 1];
  const end = last.until ?? last.at;
  return start === null || end === null ? null : Math.max(0, end - start);
}

/** A sum of amounts. What is unknown adds nothing; the sum is unknown where all of them are. */
export class Sums {
  readonly #sums: Record<Measure, number | null> = { steps: 0, calls: 0, tokens: null, usd: null, ms: null };

  /** Adds the amounts of one case. */
  add(amounts: Amounts): void {
    for (const measure of MEASURES) {
      const amount = amounts[measure];
      if (amount !== null) this.#sums[measure] = (this.#sums[measure] ?? 0) + amount;
    }
  }

  /** The sum so far. */
  get amounts(): Amounts {
    return { ...this.#sums };
  }
}
