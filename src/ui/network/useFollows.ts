import { useEffect, useReducer } from 'react';
import type { NetworkInfo } from '../../engine/network/networkInfo.ts';
import { type Links, reverseLinks } from '../../engine/network/networkLinks.ts';
import { useCommands, usePage } from '../hooks/hooks.ts';

/** Followers of each agent, and the agents that each follows. */
export interface FollowGraph {
  readonly followers: Links;
  readonly followed: Links;
}

/** Networks that were asked for, by what the run says of them; let go with the run. */
const KNOWN_FOLLOW_GRAPHS = new WeakMap<NetworkInfo, FollowGraph>();

/** The network of the run on the screen; null until it is known, and if its agents are not on one. */
export function useFollows(): FollowGraph | null {
  const commands = useCommands();
  const info = usePage(state => state.run?.info.config.networkInfo ?? null);
  const [, render] = useReducer(count => count + 1, 0);
  useEffect(() => {
    if (info === null || KNOWN_FOLLOW_GRAPHS.has(info)) return;
    let isOver = false;
    const ask = async () => {
      const links = await commands.ask(engine => engine.network());
      if (links === null) return;
      KNOWN_FOLLOW_GRAPHS.set(info, { followers: links, followed: reverseLinks(links) });
      if (!isOver) render();
    };
    void ask();
    return () => {
      isOver = true;
    };
  }, [info, commands]);
  return (info && KNOWN_FOLLOW_GRAPHS.get(info)) ?? null;
}
