import { numberOf } from '../../changes.ts';
import type { Intervention } from '../../config.ts';
import { ARCHETYPES } from './archetypes.ts';
import { TOPICS, type Topic } from './content.ts';
import type { Delivery } from './delivery.ts';
import type { Follows } from './follows.ts';
import type { Posts } from './posts.ts';
import type { Society } from './society.ts';

interface Parts {
  readonly posts: Posts;
  readonly society: Society;
  readonly follows: Follows;
  readonly delivery: Delivery;
}

/**
 * Does to a society what the changes of a tick say, before anybody is asked in it. Done twice, as after a tick that was
 * abandoned, it is the same. @returns those for which there was nothing to change
 */
export function intervene(parts: Parts, changes: readonly Intervention[]): readonly Intervention[] {
  parts.delivery.insertions.length = 0;
  return changes.filter(change => !DEEDS[change.name]?.(parts, change.on));
}

type Deed = (parts: Parts, on: readonly string[]) => boolean;

/** By name; true where there was something to change. */
const DEEDS: Readonly<Record<string, Deed>> = {
  remove_post: ({ posts }, on) =>
    on.map(id => posts.remove(Number(id.slice('post_'.length)) - 1)).includes(true),
  remove_agents({ society }, on) {
    const agents = on.flatMap(one => agentsOf(society, one));
    for (const agent of agents) society.gone.add(agent);
    return agents.length > 0;
  },
  insert_post({ delivery }, [author, topic]) {
    delivery.insertions.push({ author: numberOf(author), topic: TOPICS.indexOf(topic as Topic) });
    return true;
  },
  cut_edge: ({ follows }, [follower, author]) => follows.set(numberOf(author), numberOf(follower), false),
  add_edge: ({ follows }, [follower, author]) => follows.set(numberOf(author), numberOf(follower), true),
};

/** One agent by its id, or all of an archetype. */
function agentsOf({ archetype }: Society, one: string): readonly number[] {
  const kind = ARCHETYPES.findIndex(({ name }) => name === one);
  if (kind < 0) return [numberOf(one)];
  return [...archetype.keys()].filter(agent => archetype[agent] === kind);
}
