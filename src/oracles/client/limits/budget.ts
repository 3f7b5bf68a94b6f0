import type { Question } from '../../../engine/oracle/oracle.ts';
import type { Limits } from '../../../engine/oracle/oracleSetup.ts';
import type { AskModel, Call, Reply } from '../ask.ts';

/** Calls and tokens counted against a limit. */
export interface Spent {
  calls: number;
  tokens: number;
}

/** Scope of a question's count: its round, or the run alone. */
export type Reach = 'round' | 'run';

/**
 * Keeps calls and tokens within limits. What a question may cost is reserved, in the order of asking, before
 * anything is awaited; so that which questions are still asked does not depend on how fast others are
 * answered.
 */
export class Budget {
  /** The limits; they may be changed at any time, and what has been spent stays spent. */
  limits: Limits;
  readonly #run: Spent = { calls: 0, tokens: 0 };
  #round: Spent = { calls: 0, tokens: 0 };
  #tick: number | null = null;

  constructor(limits: Limits) {
    this.limits = limits;
  }

  /** Spent in the run so far; pending questions count as estimated. */
  get spent(): Readonly<Spent> {
    return { ...this.#run };
  }

  /** Resumes with what was spent on this run before. */
  resume({ calls, tokens }: Readonly<Spent>): void {
    addSpentUsage([this.#run], calls, tokens);
  }

  /** @param estimate tokens that a question may cost, in and out. */
  around(inner: AskModel, estimate: (question: Question) => number, reach: Reach = 'round'): AskModel {
    return call => {
      if (reach === 'round') this.#enter(call.question.tick);
      const accounts = reach === 'round' ? [this.#run, this.#round] : [this.#run];
      const tokens = estimate(call.question);
      const reason = this.#exceeded(tokens, reach);
      if (reason !== null) return Promise.resolve({ kind: 'spent', reason });
      addSpentUsage(accounts, 1, tokens);
      return settleCallCost(inner, call, tokens, accounts);
    };
  }

  #enter(tick: number): void {
    if (tick === this.#tick) return;
    this.#tick = tick;
    this.#round = { calls: 0, tokens: 0 };
  }

  #exceeded(tokens: number, reach: Reach): string | null {
    const { callsPerRun, tokensPerRun, callsPerRound, tokensPerRound } = this.limits;
    if (isOverLimit(this.#run.calls + 1, callsPerRun)) return 'calls in this run spent';
    if (isOverLimit(this.#run.tokens + tokens, tokensPerRun)) return 'tokens in this run spent';
    if (reach === 'run') return null;
    if (isOverLimit(this.#round.calls + 1, callsPerRound)) return 'calls in this round spent';
    if (isOverLimit(this.#round.tokens + tokens, tokensPerRound)) return 'tokens in this round spent';
    return null;
  }
}

const isOverLimit = (amount: number, limit: number | null): boolean => limit !== null && amount > limit;

function addSpentUsage(accounts: readonly Spent[], calls: number, tokens: number): void {
  for (const account of accounts) {
    account.calls += calls;
    account.tokens += tokens;
  }
}

/** Real counts replace the estimate; it remains if the server reports none, and is refunded if nothing was sent. */
async function settleCallCost(
  inner: AskModel,
  call: Call,
  estimated: number,
  accounts: readonly Spent[],
): Promise<Reply> {
  let sent = false;
  let real: number | null = null;
  const dispatched = () => {
    sent = true;
    call.dispatched();
  };
  try {
    const reply = await inner({ question: call.question, signal: call.signal, dispatched });
    real = countReplyTokens(reply);
    return reply;
  } finally {
    if (!sent) addSpentUsage(accounts, -1, -estimated);
    else if (real !== null) addSpentUsage(accounts, 0, real - estimated);
  }
}

function countReplyTokens(reply: Reply): number | null {
  if (reply.kind === 'spent') return null;
  const { tokensIn, tokensOut } = reply.evidence ?? {};
  return tokensIn === undefined || tokensOut === undefined ? null : tokensIn + tokensOut;
}
