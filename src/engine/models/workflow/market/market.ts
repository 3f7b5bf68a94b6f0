import type { Tick } from '../../../core/indices.ts';
import { type Chance, Random } from '../../../core/random.ts';
import type { Log } from '../../../log/log.ts';
import type { Account } from '../reports/workflowDetail.ts';
import { WorkflowDomain } from '../workflowDomain.ts';
import type { WorkflowParameters } from '../workflowParameters.ts';
import type { Hand } from '../workflowTerms.ts';
import { type Artifact, type EventKind, getKnownStateAt } from './artifact.ts';
import { type SavedTrader, Trader } from './trader.ts';

/** Purposes of the world's draws; those of the policy come after. */
export const MarketDraw = {
  arrival: 5,
  turn: 6,
  skill: 0,
  flaw: 1,
  price: 2,
  test: 3,
  rework: 4,
  buyer: 16,
  policy: 64,
} as const;

/** Ticks over which sales and offers are reported. */
export const LATELY = 10;

/** An artifact that its maker has offered in a tick, and what came of it. */
export interface Offer {
  readonly artifact: Artifact;
  readonly fate: 'sold' | 'returned' | 'unsold';
}

/** Sums after a tick. */
interface Totals {
  made: number;
  /** Artifacts neither sold nor dropped; of these, tested and found to work. */
  inHand: number;
  tested: number;
  /** Tests that found an artifact broken. */
  broken: number;
  sold: number;
  /** Scrip that buyers have paid. */
  volume: number;
  /** Scrip that the artifacts have cost their makers. */
  costs: number;
}

/** The world as plain data. */
export interface SavedMarket {
  readonly artifacts: readonly Artifact[];
  readonly traders: readonly SavedTrader[];
  readonly totals: Totals;
  readonly past: readonly Readonly<Totals>[];
}

/** A small market: agents make artifacts, find out whether they work, and sell them to each other for scrip. */
export class Market {
  readonly traders: readonly Trader[];
  readonly artifacts: Artifact[] = [];
  readonly random: Random;
  totals: Totals = { made: 0, inHand: 0, tested: 0, broken: 0, sold: 0, volume: 0, costs: 0 };
  /** Totals after each tick; the first entry is tick 0. */
  readonly #past: Readonly<Totals>[] = [{ ...this.totals }];

  /** Of the ticks that were asked for lately. */
  readonly #offers = new Map<Tick, readonly Offer[]>();

  constructor(
    agents: number,
    chance: Chance,
    readonly parameters: WorkflowParameters,
  ) {
    this.random = new Random(chance, WorkflowDomain.workflow);
    const { flaw, flaw_spread, arrival } = parameters;
    this.traders = Array.from({ length: agents }, (_, agent) => {
      const off = (this.random.unit(agent, 0, MarketDraw.skill) * 2 - 1) * flaw_spread;
      const first = 1 + Math.floor(this.random.unit(agent, 0, MarketDraw.arrival) * arrival);
      return new Trader(Math.min(1, Math.max(0, flaw + off)), first);
    });
  }

  /** Scrip of an agent after a tick; during its turn in that tick, what it has left. */
  balanceOf(agent: number, tick: Tick): number {
    const { endowment, income } = this.parameters;
    return endowment + income * tick + this.traders[agent].paidBy(tick);
  }

  /** Sources and uses of an agent's scrip of a finished tick. */
  accountOf(agent: number, tick: Tick): Account {
    const { endowment, income } = this.parameters;
    const { earned, spent, bought } = this.traders[agent];
    return {
      balance: this.balanceOf(agent, tick),
      given: endowment + income * tick,
      earned,
      spent,
      paid: bought.reduce((sum, { price }) => sum + price, 0),
    };
  }

  /** Takes from an agent what an artifact of its own costs it. */
  spend(agent: number, tick: Tick, cost: number): void {
    this.traders[agent].spend(tick, cost);
    this.totals.costs += cost;
  }

  /** The artifact in an agent's hand after a tick, and what it knows of it. */
  handOf(agent: number, tick: Tick): { readonly artifact: Artifact | null; readonly is: Hand } {
    const { artifacts } = this.traders[agent];
    for (let i = artifacts.length - 1; i >= 0; i--) {
      const is = getKnownStateAt(artifacts[i], tick);
      if (is !== 'none') return { artifact: artifacts[i], is };
      // Earlier artifacts had left the hand by then.
      if (artifacts[i].events[0].tick <= tick) break;
    }
    return { artifact: null, is: 'none' };
  }

  /** Sums after a tick. */
  totalsAt(tick: Tick): Readonly<Totals> {
    return this.#past[Math.min(Math.max(0, tick), this.#past.length - 1)];
  }

  /** Offers of a tick that is over, by their makers. */
  offersOf(tick: Tick): readonly Offer[] {
    let offers = this.#offers.get(tick);
    if (offers === undefined) {
      offers = this.traders.flatMap((_, agent) => this.#offerOf(agent, tick) ?? []);
      // More are wanted only of the past that somebody looks at.
      if (this.#offers.size > 2 * LATELY) this.#offers.clear();
      this.#offers.set(tick, offers);
    }
    return offers;
  }

  #offerOf(agent: number, tick: Tick): Offer | null {
    if (this.traders[agent].deedAt(tick)?.action !== 'ship') return null;
    // In a turn an agent does one thing: what it offered had been in its hand before.
    const { artifact } = this.handOf(agent, tick - 1);
    if (artifact === null) return null;
    const kinds = artifact.events.filter(event => event.tick === tick).map(({ kind }) => kind);
    return {
      artifact,
      fate: kinds.includes('sold') ? 'sold' : kinds.includes('returned') ? 'returned' : 'unsold',
    };
  }

  /** Records an event of an artifact, and enters it in the log. */
  event(artifact: Artifact, kind: EventKind, tick: Tick, buyer: number | null, log: Log): void {
    const before = getKnownStateAt(artifact, tick);
    artifact.events.push({ kind, tick, buyer });
    this.#count(artifact, kind, before, getKnownStateAt(artifact, tick));
    const { id, maker, price, idea, flawed } = artifact;
    log.entry(maker, JSON.stringify([kind, id, price, idea, flawed, buyer]));
  }

  #count({ price }: Artifact, kind: EventKind, before: Hand, after: Hand): void {
    const { totals } = this;
    if (kind === 'made') totals.made++;
    if (kind === 'broken') totals.broken++;
    if (kind === 'sold') {
      totals.sold++;
      totals.volume += price;
    }
    totals.inHand += Number(after !== 'none') - Number(before !== 'none');
    totals.tested += Number(after === 'works') - Number(before === 'works');
  }

  /** Ends a tick. */
  seal(): void {
    this.#past.push({ ...this.totals });
  }

  toSaved(): SavedMarket {
    return {
      artifacts: this.artifacts.map(artifact => ({ ...artifact, events: [...artifact.events] })),
      traders: this.traders.map(trader => trader.toSaved()),
      totals: { ...this.totals },
      past: [...this.#past],
    };
  }

  restore({ artifacts, traders, totals, past }: SavedMarket): void {
    this.artifacts.push(...artifacts.map(artifact => ({ ...artifact, events: [...artifact.events] })));
    for (const [agent, saved] of traders.entries()) this.traders[agent].restore(saved, this.artifacts);
    this.totals = { ...totals };
    this.#past.splice(0, this.#past.length, ...past);
  }
}
