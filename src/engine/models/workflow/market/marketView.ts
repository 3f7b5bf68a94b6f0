import { formatGroupedInteger } from '../../../core/formatNounCount.ts';
import { formatAgentId, type Tick } from '../../../core/indices.ts';
import type { PyValue } from '../../../python/value.ts';
import { findLastEvent, formatArtifactId, getKnownStateAt } from './artifact.ts';
import { LATELY, type Market, type Offer } from './market.ts';
import { countDeeds, type Deed } from './trader.ts';

/** Most entries in `action_history` and in `my_artifacts`. */
const MAX_VIEW_ENTRIES = 5;

/**
 * The world as one agent sees it in its turn: others as the last tick left them, itself up to its latest
 * deed. Pure, so any past turn can be rebuilt.
 */
export class MarketView {
  constructor(
    readonly world: Market,
    readonly agent: number,
    /** The tick being played. */
    readonly tick: Tick,
    /** Last tick of which the agent's own deeds are known: the previous one, or this one. */
    readonly upTo: Tick,
    readonly state: string,
  ) {}

  valueOf(name: WorldName): PyValue {
    const { world, agent, tick, upTo } = this;
    const { ticks } = world.parameters;
    switch (name) {
      case 'agent_id':
        return formatAgentId(agent);
      case 'balance':
        return BigInt(world.balanceOf(agent, upTo));
      case 'tick':
        return BigInt(tick);
      case 'time_remaining':
        return BigInt(Math.max(0, ticks - tick));
      case 'progress_percent':
        return BigInt(Math.min(100, Math.floor((100 * tick) / ticks)));
      case 'artifacts':
        return this.#everybodys();
      case 'my_artifacts':
        return this.#own();
      case 'action_history':
        return this.#history();
      case 'last_action_result':
        return this.#last?.result ?? 'nothing yet';
      case 'last_action':
        return this.#last?.action ?? '';
      case 'last_action_ok':
        return this.#last === undefined || this.#last.ok === true;
      case 'success_rate': {
        const { successes, total } = this.#recent();
        return total === 0 ? 0 : successes / total;
      }
      case 'successes':
        return BigInt(this.#recent().successes);
      case 'total':
        return BigInt(this.#recent().total);
      case 'failures_in_a_row':
        return BigInt(this.failures);
      case 'economic_context':
        return getNewsAfter(world, tick - 1).economy;
      case 'hand':
        return world.handOf(agent, upTo).is;
      case 'state':
        return this.state;
    }
  }

  get #trader() {
    return this.world.traders[this.agent];
  }

  get #last(): Deed | undefined {
    return this.#trader.lastAt(this.upTo);
  }

  /** Successes and total of recent deeds; an open offer counts as neither. */
  #recent(): { readonly successes: number; readonly total: number } {
    const { recent } = this.world.parameters;
    const { judged } = this.#trader;
    const count = countDeeds(judged, this.upTo);
    let successes = 0;
    let total = 0;
    for (let i = count - 1; i >= 0 && i >= count - 1 - recent && total < recent; i--) {
      const { ok } = judged[i];
      if (ok !== null) total++;
      if (ok === true) successes++;
    }
    return { successes, total };
  }

  /** Failures in a row up to its latest judged deed. */
  get failures(): number {
    const { judged } = this.#trader;
    const count = countDeeds(judged, this.upTo);
    const last: Deed | undefined = judged[count - 1];
    return (last?.ok === null ? judged[count - 2] : last)?.failures ?? 0;
  }

  #history(): string {
    const deeds = [...this.#trader.latest(this.upTo, MAX_VIEW_ENTRIES)].reverse();
    if (deeds.length === 0) return 'nothing yet';
    return deeds.map(({ tick, action, result }) => `tick ${tick}, ${action}: ${result}`).join('; ');
  }

  #own(): string {
    const lines: string[] = [];
    const { artifacts } = this.#trader;
    for (let i = artifacts.length - 1; i >= 0 && lines.length < MAX_VIEW_ENTRIES; i--) {
      const artifact = artifacts[i];
      if (artifact.events[0].tick > this.upTo) continue;
      const is = getKnownStateAt(artifact, this.upTo);
      const gone = findLastEvent(artifact, 'sold', this.upTo) ? `sold for ${artifact.price}` : 'dropped';
      lines.push(`${formatArtifactId(artifact.id)} (${is === 'none' ? gone : `in hand, ${is}`})`);
    }
    return lines.length === 0 ? 'none' : lines.join(', ');
  }

  #everybodys(): string {
    const news = getNewsAfter(this.world, this.tick - 1);
    return news.makers.has(this.agent) ? news.artifactsFor(this.agent) : news.artifacts;
  }
}

/** Variables that are the same for all agents after a tick; their texts are built once. */
class MarketNews {
  /** Makers of the listed offers, who read "yours" there. */
  readonly makers: ReadonlySet<number>;
  readonly #offers: LatestOffers | null;
  #artifacts: string | null = null;
  #economy: string | null = null;

  constructor(
    private readonly world: Market,
    readonly tick: Tick,
  ) {
    this.#offers = listLatestOffers(world, tick, world.parameters.offers);
    this.makers = new Set(this.#offers?.listed.map(({ artifact }) => artifact.maker));
  }

  /** For those who are not among the makers. */
  get artifacts(): string {
    this.#artifacts ??= this.artifactsFor(-1);
    return this.#artifacts;
  }

  artifactsFor(agent: number): string {
    const { made, inHand, tested, sold } = this.world.totalsAt(this.tick);
    const totals = `${made} made, ${sold} of them sold; ${inHand} in the hands of their makers, ${tested} of these tested`;
    const offers = describeLatestOffers(this.#offers, agent);
    return offers === '' ? totals : `${totals}; ${offers}`;
  }

  get economy(): string {
    this.#economy ??= this.#describeEconomy();
    return this.#economy;
  }

  #describeEconomy(): string {
    const { material, rework, return_fee, price_low, price_high } = this.world.parameters;
    const now = this.world.totalsAt(this.tick);
    const then = this.world.totalsAt(this.tick - LATELY);
    const sold = now.sold - then.sold;
    const fee = return_fee > 0 ? `, having one sent back ${return_fee}` : '';
    const sales = sold === 0 ? 'none was' : `${sold} ${sold === 1 ? 'was' : 'were'}`;
    const paid = sold === 0 ? '' : `, for ${now.volume - then.volume} scrip in all`;
    return `Making an artifact costs ${material} scrip, reworking one ${rework}${fee}; one that works sells for ${price_low} to ${price_high}. In the last ${LATELY} ticks ${sales} sold${paid}.`;
  }
}

/** News after the tick that was asked for last. */
const latestNews = new WeakMap<Market, MarketNews>();

/** @param tick one that is over */
function getNewsAfter(world: Market, tick: Tick): MarketNews {
  let news = latestNews.get(world);
  if (news?.tick !== tick) {
    news = new MarketNews(world, tick);
    latestNews.set(world, news);
  }
  return news;
}

/** Offers of the last ten ticks. */
interface LatestOffers {
  /** The latest first, of one tick by number of agent. */
  readonly listed: readonly Offer[];
  /** Number of those that are not listed. */
  readonly rest: number;
}

/**
 * The offers of the last ten ticks up to a finished one.
 * @param most maximum number of listed ones
 * @returns null if none are to be listed
 */
export function listLatestOffers(world: Market, upTo: Tick, most: number): LatestOffers | null {
  if (most === 0) return null;
  const listed: Offer[] = [];
  let rest = 0;
  for (let tick = upTo; tick > Math.max(0, upTo - LATELY); tick--) {
    const offers = world.offersOf(tick);
    const room = offers.slice(0, most - listed.length);
    listed.push(...room);
    rest += offers.length - room.length;
  }
  return { listed, rest };
}

/** @param agent the reader, whose own offers are "yours" */
export function describeLatestOffers(offers: LatestOffers | null, agent: number): string {
  if (offers === null) return '';
  const { listed, rest } = offers;
  if (listed.length === 0) return `nothing was offered in the last ${LATELY} ticks`;
  const lines = listed.map(offer => describeOffer(offer, agent));
  if (rest > 0) lines.push(`… and ${formatGroupedInteger(rest)} more`);
  return `offered in the last ${LATELY} ticks, the latest first: ${lines.join('; ')}`;
}

const FATES = { sold: 'sold', returned: 'sent back, broken', unsold: 'nobody bought it' } as const;

function describeOffer({ artifact: { id, maker, price, idea }, fate }: Offer, agent: number): string {
  const whose = maker === agent ? 'yours' : `of ${formatAgentId(maker)}`;
  return `${formatArtifactId(id)} ${whose}${idea === '' ? '' : ` (${idea})`} for ${price} scrip, ${FATES[fate]}`;
}

/** Variables that the world sets for an agent: in prompts, in conditions and in code. */
const WORLD_VARIABLES = {
  agent_id: "the agent's id",
  balance: 'its scrip',
  tick: 'the tick that is played',
  time_remaining: 'ticks left after it',
  progress_percent: 'how far the run is, 0 to 100',
  artifacts: 'what is made and sold by everybody, and the latest offers, in words',
  my_artifacts: 'its own artifacts, the latest first, in words',
  action_history: 'what came of its last five actions, in words',
  last_action_result: 'what came of the last one, in words',
  success_rate: 'successes / total; 0.0 at first',
  economic_context: 'costs, prices and sales, in words',
  successes: 'how many of its recent actions went well',
  total: 'how many of its recent actions could go well or wrong',
  failures_in_a_row: 'how many of the latest went wrong, one after the other',
  last_action: 'its name: "make"; empty at first',
  last_action_ok: 'whether it went well; True at first',
  hand: 'the artifact in hand: "none", "untested", "works", "broken"',
  state: 'the state it is in',
} as const;

/** Name of a variable that the world sets. */
export type WorldName = keyof typeof WORLD_VARIABLES;
/** Names of the world's variables, in the order in which they are listed. */
export const WORLD_NAMES = Object.keys(WORLD_VARIABLES) as readonly WorldName[];
/** True if the world sets a variable of that name. */
export const isMarketVariable = (name: string): name is WorldName => Object.hasOwn(WORLD_VARIABLES, name);
