import type { Tick } from '../../../core/indices.ts';
import type { ActionName } from '../workflowTerms.ts';
import type { Artifact } from './artifact.ts';

/** An agent's action in a turn, with its result. */
export interface Deed {
  readonly tick: Tick;
  readonly action: ActionName;
  /** True if it went well; null for an open offer until the tick is over. */
  ok: boolean | null;
  /** Result in words: "made artifact_012 for 6 scrip". */
  result: string;
  /** Failures in a row at the end of the judged deeds, this one included. */
  failures: number;
}

/** True if an action is judged: waiting costs and yields nothing, and the success of a rework shows at the test. */
const isJudgedAction = ({ action }: Deed): boolean => action !== 'wait' && action !== 'rework';

/** Number of the first deeds that were done up to a tick, one of the latest. */
export function countDeeds(deeds: readonly Deed[], tick: Tick): number {
  let count = deeds.length;
  while (count > 0 && deeds[count - 1].tick > tick) count--;
  return count;
}

/** A payment; negative when made by the agent. */
interface Payment {
  readonly tick: Tick;
  /** Sum of all payments so far. */
  readonly sum: number;
}

/** A trader as plain data; artifacts by their ids. */
export interface SavedTrader {
  readonly deeds: readonly Deed[];
  readonly payments: readonly Payment[];
  readonly artifacts: readonly number[];
  readonly bought: readonly number[];
  readonly earned: number;
  readonly spent: number;
  readonly idea: string;
}

/** An agent in the world: what it has, did, made and bought, since the first tick. */
export class Trader {
  readonly deeds: Deed[] = [];
  /** Deeds that can go well or wrong. */
  readonly judged: Deed[] = [];
  readonly payments: Payment[] = [];
  readonly artifacts: Artifact[] = [];
  readonly bought: Artifact[] = [];
  sold = 0;
  /** Scrip that buyers have paid it for what they kept. */
  earned = 0;
  /** Scrip that its artifacts have cost it; what it bought is not among these. */
  spent = 0;
  /** Its latest idea; empty for none. */
  idea = '';

  constructor(
    /** Probability that an artifact of its making is flawed, 0 to 1. */
    readonly flaw: number,
    /** The tick of its first turn. */
    readonly first: Tick,
  ) {}

  /** Income and expenses up to a tick. */
  paidBy(tick: Tick): number {
    for (let i = this.payments.length - 1; i >= 0; i--)
      if (this.payments[i].tick <= tick) return this.payments[i].sum;
    return 0;
  }

  /** Scrip made by selling, less what the artifacts cost; income, the initial scrip and purchases do not count. */
  get profit(): number {
    return this.earned - this.spent;
  }

  earn(tick: Tick, price: number): void {
    this.sold++;
    this.earned += price;
    this.#pay(tick, price);
  }

  spend(tick: Tick, cost: number): void {
    this.spent += cost;
    this.#pay(tick, -cost);
  }

  buy(tick: Tick, artifact: Artifact): void {
    this.bought.push(artifact);
    this.#pay(tick, -artifact.price);
  }

  #pay(tick: Tick, amount: number): void {
    this.payments.push({ tick, sum: (this.payments.at(-1)?.sum ?? 0) + amount });
  }

  /** @param ok null if this shows only at the end of the tick */
  did({ tick, action, ok, result }: Omit<Deed, 'failures'>): Deed {
    const deed: Deed = { tick, action, ok: null, result, failures: 0 };
    this.deeds.push(deed);
    if (isJudgedAction(deed)) this.judged.push(deed);
    if (ok !== null) this.settle(deed, ok, result);
    return deed;
  }

  /** Settles the last deed. */
  settle(deed: Deed, ok: boolean, result: string): void {
    const before = this.judged.at(this.judged.at(-1) === deed ? -2 : -1);
    Object.assign(deed, { ok, result, failures: ok ? 0 : (before?.failures ?? 0) + 1 });
  }

  /** Its deed in a tick; undefined for none. */
  deedAt(tick: Tick): Deed | undefined {
    let [low, high] = [0, this.deeds.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.deeds[middle].tick < tick) low = middle + 1;
      else high = middle;
    }
    return this.deeds[low]?.tick === tick ? this.deeds[low] : undefined;
  }

  /** The latest deeds up to a tick, the latest first. */
  latest(tick: Tick, most: number, among: readonly Deed[] = this.deeds): readonly Deed[] {
    const end = countDeeds(among, tick);
    return among.slice(Math.max(0, end - most), end).reverse();
  }

  /** The latest deed up to a tick; undefined for none. */
  lastAt(tick: Tick): Deed | undefined {
    return this.deeds[countDeeds(this.deeds, tick) - 1];
  }

  toSaved(): SavedTrader {
    return {
      deeds: this.deeds.map(deed => ({ ...deed })),
      payments: [...this.payments],
      artifacts: this.artifacts.map(({ id }) => id),
      bought: this.bought.map(({ id }) => id),
      earned: this.earned,
      spent: this.spent,
      idea: this.idea,
    };
  }

  restore(saved: SavedTrader, all: readonly Artifact[]): void {
    const { deeds, payments, artifacts, bought, earned, spent, idea } = saved;
    this.deeds.push(...deeds.map(deed => ({ ...deed })));
    this.judged.push(...this.deeds.filter(isJudgedAction));
    this.payments.push(...payments);
    this.artifacts.push(...artifacts.map(id => all[id]));
    this.bought.push(...bought.map(id => all[id]));
    this.sold = this.artifacts.filter(({ events }) => events.at(-1)!.kind === 'sold').length;
    this.earned = earned;
    this.spent = spent;
    this.idea = idea;
  }
}
