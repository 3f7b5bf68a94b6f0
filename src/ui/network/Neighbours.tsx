import { useState } from 'react';
import { getNodeDegree, getNodeLinks } from '../../engine/network/networkLinks.ts';
import { StateDot } from '../controls/StateDot.tsx';
import { usePage, usePageStore } from '../hooks/hooks.ts';
import { formatGroupedInteger, formatNounCount } from '../lib/formatCounts.ts';
import { releaseModelSelection } from '../model/releaseModelSelection.ts';
import { getViewedAgents } from '../state/viewState.ts';
import { sortByFollowers } from './crowd.ts';
import { describeAgentState } from './describeNetwork.ts';
import styles from './Neighbours.module.css';
import { type FollowGraph, useFollows } from './useFollows.ts';

/** An agent's followers, and the agents that it follows. */
export function Neighbours({ agent }: { readonly agent: number }) {
  const follows = useFollows();
  if (follows === null) return <p className="label">The network is being fetched.</p>;
  const { followers, followed } = follows;
  return (
    <div className={styles.both}>
      <People
        key={`to ${agent}`}
        title={formatNounCount(getNodeDegree(followers, agent), 'follower')}
        people={getNodeLinks(followers, agent)}
        follows={follows}
      />
      <People
        key={`of ${agent}`}
        title={`follows ${formatGroupedInteger(getNodeDegree(followed, agent))}`}
        people={getNodeLinks(followed, agent)}
        follows={follows}
      />
    </div>
  );
}

interface PeopleProps {
  readonly title: string;
  readonly people: Uint32Array;
  readonly follows: FollowGraph;
}

/** People in a list at first, and at most. */
const INITIAL_NEIGHBOURS = 12;
const MAX_NEIGHBOURS = 300;

/** A list of people with what they do at the round that is shown, the most followed first. */
function People({ title, people, follows: { followers } }: PeopleProps) {
  const [isWhole, setWhole] = useState(false);
  const sorted = sortByFollowers(followers, people);
  const shown = sorted.slice(0, isWhole ? MAX_NEIGHBOURS : INITIAL_NEIGHBOURS);
  const rest = sorted.length - shown.length;
  return (
    <section aria-label={title}>
      <h3 className={styles.title}>
        {title}
        {sorted.length > 1 && ', most followed first'}
      </h3>
      <ul className={styles.people}>
        {shown.map(agent => (
          <Person key={agent} agent={agent} followers={getNodeDegree(followers, agent)} />
        ))}
      </ul>
      {rest > 0 && !isWhole && (
        <button type="button" className={styles.more} onClick={() => setWhole(true)}>
          {sorted.length > MAX_NEIGHBOURS
            ? `the first ${MAX_NEIGHBOURS} of ${formatGroupedInteger(sorted.length)}`
            : `all ${sorted.length}`}
        </button>
      )}
      {rest > 0 && isWhole && (
        <p className="label">and {formatGroupedInteger(rest)} more, who are followed less</p>
      )}
    </section>
  );
}

function Person({ agent, followers }: { readonly agent: number; readonly followers: number }) {
  const store = usePageStore();
  const name = usePage(({ run }) => run?.info.names[agent] ?? '');
  const number = usePage(state => getViewedAgents(state)?.state[agent]);
  const states = usePage(({ run }) => run?.info.chart.states);
  const words = usePage(state => describeAgentState(state, agent));
  const select = () => {
    const state = store.getState();
    state.select({ agents: [agent], state: null, own: releaseModelSelection(state) });
  };
  return (
    <li>
      <button type="button" onClick={select}>
        <StateDot state={states?.[number ?? -1] ?? ''} />
        <span className={styles.name}>{name}</span>
        <span className="label">{words}</span>
        <span className={styles.count} title={formatNounCount(followers, 'follower')}>
          {formatGroupedInteger(followers)}
        </span>
      </button>
    </li>
  );
}
