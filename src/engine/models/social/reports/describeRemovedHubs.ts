import { formatNounCount } from '../../../core/formatNounCount.ts';
import { formatAgentId } from '../../../core/indices.ts';
import type { Network } from '../../../network/network.ts';
import type { RunConfig } from '../../../setup/config.ts';
import { rankByFollowers } from '../people/society.ts';
import type { SocialParameters } from '../socialParameters.ts';

/** People that are named; of more the number. */
const MAX_NAMED = 10;

/**
 * The people whom `hubs_removed` takes away, with their followers in the network, and how many of them come back: a line for each
 * value that the set-up gives it, except 0 while nobody is away.
 */
export function describeRemovedHubs(
  config: RunConfig<SocialParameters>,
  network: Network,
): readonly string[] {
  const ranked = rankByFollowers(network);
  const values = [
    { from: 'the start', count: config.parameters.hubs_removed },
    ...config.changes.flatMap(change =>
      change.kind === undefined && change.name === 'hubs_removed'
        ? [{ from: `round ${change.tick}`, count: Number(change.value) }]
        : [],
    ),
  ];
  return values.flatMap(({ from, count }, i) => {
    // There may be fewer people than the number says.
    const away = (value: number) => ranked.subarray(0, value).length;
    const back = i === 0 ? 0 : away(values[i - 1].count) - away(count);
    if (count === 0)
      return back > 0
        ? [`From ${from} on hubs_removed takes nobody away: ${describeReturn(back, 'all')}.`]
        : [];
    const returned = back > 0 ? `; ${describeReturn(back, 'other')}` : '';
    return [`From ${from} on the ${describeHubs(ranked.subarray(0, count), network)}${returned}.`];
  });
}

/** "the other 3 come back, unless a change has removed them" */
const describeReturn = (count: number, which: 'all' | 'other'): string =>
  count === 1
    ? `${which === 'all' ? 'the most followed' : 'the other one'} comes back, unless a change has removed it`
    : `${which === 'all' ? 'all' : 'the other'} ${count} come back, unless a change has removed them`;

/** "2 most followed are removed: agent_009 with 31 followers, agent_004 with 30; 61 of 400 follows lead to them" */
function describeHubs(hubs: Uint32Array, { offsets, targets, labels }: Network): string {
  const countFollowers = (agent: number) => offsets[agent + 1] - offsets[agent];
  const named = Array.from(hubs.subarray(0, MAX_NAMED), agent => {
    const label = labels?.[agent];
    const name = `${formatAgentId(agent)}${label ? ` (${label})` : ''}`;
    return `${name} with ${formatNounCount(countFollowers(agent), 'follower')}`;
  });
  const others =
    hubs.length > named.length ? `, and ${formatNounCount(hubs.length - named.length, 'other')}` : '';
  const follows = hubs.reduce((sum, agent) => sum + countFollowers(agent), 0);
  const who = hubs.length === 1 ? 'most followed is removed' : `${hubs.length} most followed are removed`;
  const share = `${follows} of ${formatNounCount(targets.length, 'follow')} ${follows === 1 ? 'leads' : 'lead'} to ${hubs.length === 1 ? 'it' : 'them'}`;
  return `${who}: ${named.join(', ')}${others}; ${share}`;
}
