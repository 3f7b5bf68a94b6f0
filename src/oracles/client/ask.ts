import type { Answer, Question } from '../../engine/oracle/oracle.ts';

/** One question on its way. */
export interface Call {
  readonly question: Question;
  readonly signal: AbortSignal;
  /** Called when the first byte goes out. */
  dispatched(): void;
}

/** An answer, or notice that the budget is spent. */
export type Reply = Answer | { readonly kind: 'spent'; readonly reason: string };

/** Asks one question. Wrappers take one and give one; rejects only when `signal` is aborted. */
export type AskModel = (call: Call) => Promise<Reply>;
