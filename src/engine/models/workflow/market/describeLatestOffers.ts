import { formatGroupedInteger } from '../../../core/formatNounCount.ts';
import { formatAgentId, type Tick } from '../../../core/indices.ts';
import { formatArtifactId } from './artifact.ts';
import { LATELY, type Market, type Offer } from './market.ts';

/**
 * The latest offers in words: of the last ten ticks up to a finished one, the latest first, of one tick by number of
 * agent.
 * @param agent the reader, whose own offers are "yours"
 * @param most maximum number of offers
 * @returns an empty text without offers
 */
export function describeLatestOffers(world: Market, agent: number, upTo: Tick, most: number): string {
  if (most === 0) return '';
  const told: string[] = [];
  let rest = 0;
  for (let tick = upTo; tick > Math.max(0, upTo - LATELY); tick--) {
    const offers = world.offersOf(tick);
    for (const offer of offers.slice(0, most - told.length)) {
      told.push(describeOffer(offer, agent));
      rest--;
    }
    rest += offers.length;
  }
  if (told.length === 0) return `nothing was offered in the last ${LATELY} ticks`;
  if (rest > 0) told.push(`… and ${formatGroupedInteger(rest)} more`);
  return `offered in the last ${LATELY} ticks, the latest first: ${told.join('; ')}`;
}

const FATES = { sold: 'sold', returned: 'sent back, broken', unsold: 'nobody bought it' } as const;

function describeOffer({ artifact: { id, maker, price, idea }, fate }: Offer, agent: number): string {
  const whose = maker === agent ? 'yours' : `of ${formatAgentId(maker)}`;
  return `${formatArtifactId(id)} ${whose}${idea === '' ? '' : ` (${idea})`} for ${price} scrip, ${FATES[fate]}`;
}
