import { SAY, type TraceStep } from '../traces/traces.ts';
import { BUDGETS, type BudgetLimits, type BudgetName, type GuardPolicy } from './guardPolicy.ts';

/** Amounts of a session so far; null where no step had one. */
export type Spending = Readonly<Record<BudgetName, number | null>>;

/** A limit that was reached. */
interface ReachedLimit {
  readonly budget: BudgetName;
  readonly kind: 'advise' | 'stop';
  readonly amount: number;
  readonly limit: number;
}

/** Adds up what a session spends and compares it with the budgets. */
export class GuardSpending {
  readonly #budgets: readonly (readonly [BudgetName, BudgetLimits])[];
  readonly #spent: Record<BudgetName, number | null> = { calls: 0, tokens: null, usd: null, minutes: null };
  readonly #advised = new Set<BudgetName>();
  #beganAt: number | null = null;

  /** Nothing is spent yet. */
  constructor(budgets: GuardPolicy['budgets']) {
    this.#budgets = BUDGETS.flatMap(budget => {
      const limits = budgets[budget];
      return limits === undefined ? [] : [[budget, limits] as const];
    });
  }

  /** Amounts so far. */
  get spent(): Spending {
    return { ...this.#spent };
  }

  /** Amounts with a limit of which nothing is known. */
  get unmeasured(): readonly BudgetName[] {
    return this.#budgets.flatMap(([budget]) => (this.#spent[budget] === null ? [budget] : []));
  }

  /** Adds a step. */
  add(step: TraceStep): void {
    if (step.tool !== SAY) this.#add('calls', 1);
    this.addCosts(step);
    if (step.at !== null) this.addTime(step.at);
    if (step.until !== null) this.addTime(step.until);
  }

  /** Takes the time, in milliseconds since 1970, of something in the session. */
  addTime(now: number): void {
    this.#beganAt ??= now;
    // A clock that is set back takes no time away.
    this.#spent.minutes = Math.max(this.#spent.minutes ?? 0, (now - this.#beganAt) / 60_000);
  }

  /** Adds tokens and dollars that belong to no step, such as those of a model's turn. */
  addCosts({ tokensIn, tokensOut, usd }: Pick<TraceStep, 'tokensIn' | 'tokensOut' | 'usd'>): void {
    if (tokensIn !== null || tokensOut !== null) this.#add('tokens', (tokensIn ?? 0) + (tokensOut ?? 0));
    if (usd !== null) this.#add('usd', usd);
  }

  /** The first limit that is reached: one that stops, or else one to advise of, each once. */
  findReachedLimit(): ReachedLimit | null {
    for (const [budget, { stop }] of this.#budgets) {
      const amount = this.#spent[budget];
      if (stop !== null && amount !== null && amount >= stop)
        return { budget, kind: 'stop', amount, limit: stop };
    }
    for (const [budget, { advise }] of this.#budgets) {
      const amount = this.#spent[budget];
      if (advise === null || amount === null || amount < advise || this.#advised.has(budget)) continue;
      this.#advised.add(budget);
      return { budget, kind: 'advise', amount, limit: advise };
    }
    return null;
  }

  /** Reason to refuse a call: with those under way the budget is spent. Null if it is not. */
  explainCallsUnderWay(underWay: number): string | null {
    const stop = this.#budgets.find(([budget]) => budget === 'calls')?.[1].stop ?? null;
    const ended = this.#spent.calls ?? 0;
    // One that is spent without them has stopped the session.
    if (stop === null || underWay === 0 || ended + underWay < stop) return null;
    return `${formatAmount(ended)} of ${formatAmount(stop)} calls are spent, and ${formatAmount(underWay)} more are under way: wait for their results.`;
  }

  #add(budget: BudgetName, amount: number): void {
    this.#spent[budget] = (this.#spent[budget] ?? 0) + amount;
  }
}

const UNITS: Readonly<Record<BudgetName, string>> = {
  calls: 'calls',
  tokens: 'tokens',
  usd: 'US dollars',
  minutes: 'minutes',
};

/** "80 of 80 calls are spent". */
export const describeReachedLimit = ({ budget, amount, limit }: ReachedLimit): string =>
  `${formatAmount(amount)} of ${formatAmount(limit)} ${UNITS[budget]} are spent`;

/** ", 34500 tokens, 2.5 minutes": what is known. */
export const formatSpending = ({ tokens, usd, minutes }: Spending): string =>
  [
    tokens === null ? '' : `, ${formatAmount(tokens)} tokens`,
    usd === null ? '' : `, US$ ${usd.toFixed(2)}`,
    minutes === null
      ? ''
      : `, ${minutes < 1 ? `${Math.round(minutes * 60)} s` : `${minutes.toFixed(1)} minutes`}`,
  ].join('');

const formatAmount = (amount: number): string => String(Math.round(amount * 100) / 100);
