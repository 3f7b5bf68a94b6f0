import type { Tick } from '../../../indices.ts';
import type { ActionName } from '../words.ts';
import type { Artifact } from './artifact.ts';

/** What an agent did in a turn. */
export interface Deed {
  readonly tick: Tick;
  readonly action: ActionName;
  /** Null until the tick is over: somebody may buy. */
  ok: boolean | null;
  /** In words: "made artifact_012 for 6 scrip". */
  result: string;
}

/** A payment; negative: by the agent. */
interface Payment {
  readonly tick: Tick;
  /** Of all payments so far. */
  readonly sum: number;
}

/** A trader as plain data; artifacts by their ids. */
export interface SavedTrader {
  readonly deeds: readonly Deed[];
  readonly payments: readonly Payment[];
  readonly artifacts: readonly number[];
  readonly bought: readonly number[];
  readonly idea: string;
}

/** An agent in the world: what it has, did, made and bought, since the first tick. */
export class Trader {
  readonly deeds: Deed[] = [];
  readonly payments: Payment[] = [];
  readonly artifacts: Artifact[] = [];
  readonly bought: Artifact[] = [];
  sold = 0;
  /** What it thought of last; empty for nothing. */
  idea = '';

  constructor(
    /** Chance that what it makes is flawed, 0 to 1. */
    readonly flaw: number,
    /** The tick of its first turn. */
    readonly first: Tick,
  ) {}

  /** What came in and went out up to a tick. */
  paidBy(tick: Tick): number {
    for (let i = this.payments.length - 1; i >= 0; i--)
      if (this.payments[i].tick <= tick) return this.payments[i].sum;
    return 0;
  }

  pay(tick: Tick, amount: number): void {
    this.payments.push({ tick, sum: (this.payments.at(-1)?.sum ?? 0) + amount });
  }

  /** The latest deeds up to a tick, the latest first. */
  latest(tick: Tick, most: number, counts: (deed: Deed) => boolean = () => true): readonly Deed[] {
    const found: Deed[] = [];
    for (let i = this.deeds.length - 1; i >= 0 && found.length < most; i--)
      if (this.deeds[i].tick <= tick && counts(this.deeds[i])) found.push(this.deeds[i]);
    return found;
  }

  toSaved(): SavedTrader {
    return {
      deeds: this.deeds.map(deed => ({ ...deed })),
      payments: [...this.payments],
      artifacts: this.artifacts.map(({ id }) => id),
      bought: this.bought.map(({ id }) => id),
      idea: this.idea,
    };
  }

  restore({ deeds, payments, artifacts, bought, idea }: SavedTrader, all: readonly Artifact[]): void {
    this.deeds.push(...deeds.map(deed => ({ ...deed })));
    this.payments.push(...payments);
    this.artifacts.push(...artifacts.map(id => all[id]));
    this.bought.push(...bought.map(id => all[id]));
    this.sold = this.artifacts.filter(({ events }) => events.at(-1)!.kind === 'sold').length;
    this.idea = idea;
  }
}
