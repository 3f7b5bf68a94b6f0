import { formatAgentId } from '../../../core/indices.ts';
import type { Network } from '../../../network/network.ts';
import type { RunConfig } from '../../../setup/config.ts';
import { rankByFollowers } from '../people/society.ts';
import type { SocialParameters } from '../socialParameters.ts';

/** People that are named; of more the number. */
const MAX_NAMED = 10;

/**
 * The people whom `hubs_removed` takes away, with their followers in the network: a line for each value that the set-up gives it
 * above 0.
 */
export function describeRemovedHubs(
  config: RunConfig<SocialParameters>,
  network: Network,
): readonly string[] {
  const ranked = rankByFollowers(network);
  const since = (from: string, count: number) =>
    `From ${from} on the ${describeHubs(ranked.subarray(0, count), network)}.`;
  const { hubs_removed: first } = config.parameters;
  const later = config.changes.flatMap(change =>
    change.kind === undefined && change.name === 'hubs_removed' && Number(change.value) > 0
      ? [since(`round ${change.tick}`, Number(change.value))]
      : [],
  );
  return [...(first > 0 ? [since('the start', first)] : []), ...later];
}

/** "2 most followed are removed: agent_009 with 31 followers, agent_004 with 30; 61 of 400 follows are of them" */
function describeHubs(hubs: Uint32Array, { offsets, targets, labels }: Network): string {
  const countFollowers = (agent: number) => offsets[agent + 1] - offsets[agent];
  const named = Array.from(hubs.subarray(0, MAX_NAMED), agent => {
    const label = labels?.[agent];
    const count = countFollowers(agent);
    const name = `${formatAgentId(agent)}${label ? ` (${label})` : ''}`;
    return `${name} with ${count} ${count === 1 ? 'follower' : 'followers'}`;
  });
  const others = hubs.length > named.length ? `, and ${hubs.length - named.length} others` : '';
  const follows = hubs.reduce((sum, agent) => sum + countFollowers(agent), 0);
  return `${hubs.length} most followed are removed: ${named.join(', ')}${others}; ${follows} of ${targets.length} follows are of them`;
}
