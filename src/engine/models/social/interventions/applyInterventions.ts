import type { Tick } from '../../../core/indices.ts';
import type { Intervention } from '../../../setup/config.ts';
import { parseAgentNumber } from '../../../setup/setupChanges.ts';
import { ARCHETYPES } from '../people/archetypes.ts';
import { Became, type SavedBecoming, type Society } from '../people/society.ts';
import { TOPICS, type Topic } from '../posts/composePostText.ts';
import type { Delivery } from '../posts/delivery.ts';
import type { Follows } from '../posts/follows.ts';
import type { Posts } from '../posts/posts.ts';
import type { SocialParameters } from '../socialParameters.ts';

interface IntervenedParts {
  readonly posts: Posts;
  readonly society: Society;
  /** As they are now. */
  readonly parameters: SocialParameters;
  readonly follows: Follows;
  readonly delivery: Delivery;
}

/**
 * Does to a society what the changes of a tick say, before anybody is asked in it. Done twice, as after a tick that was
 * abandoned, it is the same.
 * @returns those for which there was nothing to change
 */
export function applyInterventions(
  parts: IntervenedParts,
  changes: readonly Intervention[],
): readonly Intervention[] {
  parts.delivery.insertions.length = 0;
  return changes.filter(change => !DEEDS[change.name]?.(parts, change.on, change.tick));
}

type Deed = (parts: IntervenedParts, on: readonly string[], tick: Tick) => boolean;

/** By name; true if there was something to change. */
const DEEDS: Readonly<Record<string, Deed>> = {
  remove_post: ({ posts }, on) =>
    on.map(id => posts.remove(Number(id.slice('post_'.length)) - 1)).includes(true),
  remove_agents({ society }, on, tick) {
    const agents = on.flatMap(one => selectTargetAgents(society, one, tick));
    society.remove(agents);
    return agents.length > 0;
  },
  become({ society, parameters }, [name, ...who], tick) {
    const kind = ARCHETYPES.findIndex(one => one.name === name);
    const agents = who.flatMap(one => selectTargetAgents(society, one, tick));
    return agents.map(agent => changeArchetype(society, agent, kind, tick, parameters)).includes(true);
  },
  insert_post({ delivery }, [author, topic]) {
    delivery.insertions.push({ author: parseAgentNumber(author), topic: TOPICS.indexOf(topic as Topic) });
    return true;
  },
  cut_edge: ({ follows }, [follower, author]) =>
    follows.set(parseAgentNumber(author), parseAgentNumber(follower), false),
  add_edge: ({ follows }, [follower, author]) =>
    follows.set(parseAgentNumber(author), parseAgentNumber(follower), true),
};

/** One agent by its id, or all that were of an archetype before a tick. */
function selectTargetAgents(society: Society, one: string, tick: Tick): readonly number[] {
  const kind = ARCHETYPES.findIndex(({ name }) => name === one);
  if (kind < 0) return [parseAgentNumber(one)];
  return [...society.archetype.keys()].filter(agent => society.archetypeAt(agent, tick - 1) === kind);
}

/**
 * Makes an agent another archetype from a tick on; its own chances, topics and the length of its history stay.
 * @returns false for the archetype that it has already
 */
function changeArchetype(
  society: Society,
  agent: number,
  kind: number,
  tick: Tick,
  parameters: SocialParameters,
): boolean {
  society.became ??= new Became();
  if (!society.became.set(agent, tick, kind, society.drawnArchetype[agent])) return false;
  society.take(agent, kind);
  society.scale(agent, parameters);
  return true;
}

/** Has those again that have become something else; the population's columns are restored already. */
export function restoreArchetypeChanges(society: Society, saved: readonly SavedBecoming[]): void {
  society.became = new Became();
  for (const [agent, from, kind] of saved) {
    society.became.set(agent, from, kind, society.drawnArchetype[agent]);
    society.take(agent, kind);
  }
}
