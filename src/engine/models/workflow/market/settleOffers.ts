import { formatAgentId, type Tick } from '../../../core/indices.ts';
import type { Log } from '../../../log/log.ts';
import { formatArtifactId } from './artifact.ts';
import { type Market, MarketDraw } from './market.ts';

/** Agents that are asked whether they buy an offer. */
const BUYERS_PER_OFFER = 16;

/**
 * The end of a tick: what was offered in it is sold, in a random order, so that nobody is always first. Each
 * offer goes to the first of some drawn agents who can pay and has bought nothing in this tick. A buyer sends
 * a broken artifact back and pays nothing.
 */
export function settleOffers(world: Market, offering: readonly number[], tick: Tick, log: Log): void {
  const served = new Set<number>();
  for (const agent of drawAgentOrder(world, offering, tick)) {
    const trader = world.traders[agent];
    const deed = trader.deeds[trader.deeds.length - 1];
    const { artifact } = world.handOf(agent, tick);
    if (artifact === null) continue;
    const buyer = findBuyer(world, agent, artifact.price, tick, served);
    const name = formatArtifactId(artifact.id);
    if (buyer === null) {
      trader.settle(deed, false, `nobody bought ${name} for ${artifact.price} scrip`);
      continue;
    }
    served.add(buyer);
    world.event(artifact, artifact.flawed ? 'returned' : 'sold', tick, buyer, log);
    if (artifact.flawed) {
      const fee = Math.min(world.parameters.return_fee, world.balanceOf(agent, tick));
      if (fee > 0) world.spend(agent, tick, fee);
      const cost = fee > 0 ? `, which cost ${fee} scrip` : '';
      trader.settle(deed, false, `${formatAgentId(buyer)} sent ${name} back: it is broken${cost}`);
      continue;
    }
    trader.earn(tick, artifact.price);
    world.traders[buyer].buy(tick, artifact);
    trader.settle(deed, true, `sold ${name} to ${formatAgentId(buyer)} for ${artifact.price} scrip`);
  }
}

function drawAgentOrder({ random }: Market, agents: readonly number[], tick: Tick): readonly number[] {
  const drawn = agents.map(agent => ({ agent, at: random.bits(agent, tick, MarketDraw.turn) }));
  return drawn.sort((a, b) => a.at - b.at || a.agent - b.agent).map(({ agent }) => agent);
}

function findBuyer(
  world: Market,
  seller: number,
  price: number,
  tick: Tick,
  served: ReadonlySet<number>,
): number | null {
  const others = world.traders.length - 1;
  for (let i = 0; i < BUYERS_PER_OFFER && others > 0; i++) {
    const drawn = Math.floor(world.random.unit(seller, tick, MarketDraw.buyer + i) * others);
    const buyer = drawn < seller ? drawn : drawn + 1;
    if (!served.has(buyer) && world.balanceOf(buyer, tick) >= price) return buyer;
  }
  return null;
}
