import {
  getNodeDegree,
  getNodeLinks,
  type Links,
  selectLinksAmongNodes,
} from '../../engine/network/networkLinks.ts';
import { type Crowd, createCrowd } from '../charts/network/scene.ts';
import type { FollowGraph } from './useFollows.ts';

/** Most people that are drawn all together. */
export const MAX_DRAWN_PEOPLE = 10_000;
/** Most people around somebody in a larger network. */
const MAX_NEIGHBOURS = 400;

/** All people of a network. */
export function createFullCrowd({ followers }: FollowGraph): Crowd {
  const nodes = followers.offsets.length - 1;
  return createCrowd(
    Uint32Array.from({ length: nodes }, (_, agent) => agent),
    followers,
    followers,
  );
}

/** An agent with its followers and those it follows, the most followed of them if they are many. */
export function createAgentCrowd(follows: FollowGraph, agent: number): Crowd {
  const { followers } = follows;
  const others = sortByFollowers(followers, findNeighbours(follows, agent)).slice(0, MAX_NEIGHBOURS);
  const members = Uint32Array.from([agent, ...others]).sort();
  return createCrowd(members, followers, selectLinksAmongNodes(followers, members));
}

/** Followers and followed agents, each once. */
export const findNeighbours = ({ followers, followed }: FollowGraph, agent: number): number[] => [
  ...new Set([...getNodeLinks(followers, agent), ...getNodeLinks(followed, agent)]),
];

/** Agents with the most followed first, of equals the first by number. */
export const sortByFollowers = (followers: Links, agents: Iterable<number>): number[] =>
  [...agents].sort((a, b) => getNodeDegree(followers, b) - getNodeDegree(followers, a) || a - b);
