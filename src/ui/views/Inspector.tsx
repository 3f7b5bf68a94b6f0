import { useState } from 'react';
import type { AgentDetail } from '../../engine/detail.ts';
import { usePage, usePageStore } from '../hooks.ts';
import { inspected } from '../selection.ts';
import { counted } from '../words.ts';
import { AgentHistory } from './AgentHistory.tsx';
import { AgentPosts } from './AgentPosts.tsx';
import { HappeningNow } from './HappeningNow.tsx';
import styles from './Inspector.module.css';
import { QuestionSection } from './QuestionSection.tsx';
import { StateDot } from './StateDot.tsx';

/** The lower left: one agent's reasons, the agents of a state, or what is happening. */
export function Inspector() {
  const agent = usePage(state => inspected(state.selection));
  const many = usePage(state => state.selection.agents.length > 1 || state.selection.state !== null);
  const detail = usePage(state => state.detail);
  return (
    <section className={styles.view} aria-label="Agent inspector">
      {agent === null && (many ? <ManyAgents /> : <HappeningNow />)}
      {agent !== null && (detail?.agent === agent ? <OneAgent detail={detail} /> : <p>Reading the agent…</p>)}
    </section>
  );
}

function OneAgent({ detail }: { detail: AgentDetail }) {
  const store = usePageStore();
  const social = detail.model.kind === 'social' ? detail.model : null;
  const [tab, setTab] = useState<'why' | 'posts'>('why');
  const post = usePage(state => state.selection.post);
  return (
    <>
      <header className={styles.head}>
        <h2>
          {social?.name ?? detail.label ?? detail.id} <span className={`mono ${styles.id}`}>{detail.id}</span>
        </h2>
        {social && (
          <span className={styles.tabs}>
            <button type="button" aria-pressed={tab === 'why'} onClick={() => setTab('why')}>
              reasons
            </button>
            <button type="button" aria-pressed={tab === 'posts'} onClick={() => setTab('posts')}>
              {counted(social.posts.length, 'post')}
            </button>
          </span>
        )}
        <button
          type="button"
          className={styles.close}
          onClick={() => store.getState().select({ agents: [], post: null })}
        >
          Esc closes
        </button>
      </header>
      {social && <Profile social={social} label={detail.label} />}
      {social && tab === 'posts' ? (
        <AgentPosts posts={social.posts} />
      ) : (
        <div className={styles.columns}>
          <div>
            <StateNow detail={detail} />
            <Triggers detail={detail} />
            <AgentHistory detail={detail} />
          </div>
          {social && <QuestionSection key={`${detail.agent} ${post}`} social={social} />}
        </div>
      )}
    </>
  );
}

type Social = Extract<AgentDetail['model'], { kind: 'social' }>;

function Profile({ social, label }: { social: Social; label: string | null }) {
  const topics = social.interests.slice(0, 3).map(({ topic, weight }) => `${topic} ${weight.toFixed(2)}`);
  const kind = social.archetype ? social.archetype[0]!.toUpperCase() + social.archetype.slice(1) : '';
  return (
    <>
      <p className={styles.bio}>
        {kind}, {counted(social.followers, 'follower')}, follows {social.following}. {social.bio}
      </p>
      <p className="label">
        {label && label !== social.name ? `${label}; ` : ''}cares for {topics.join(', ')}; session{' '}
        {social.sessionUsed} of {counted(social.sessionLength, 'tick')}
      </p>
    </>
  );
}

function StateNow({ detail }: { detail: AgentDetail }) {
  return (
    <p className={styles.now}>
      <StateDot state={detail.state} />
      <b>{detail.state}</b> for {counted(detail.ticksInState, 'round')}
    </p>
  );
}

/** Each trigger that this state knows: what would fire now, and why the others do not. */
function Triggers({ detail }: { detail: AgentDetail }) {
  return (
    <>
      <h3 className={styles.key}>
        what could fire now
        {detail.threshold !== null && <span>times out after {detail.threshold}</span>}
      </h3>
      <ul className={styles.triggers}>
        {detail.triggers.map(line => (
          <li key={`${line.trigger} ${line.target}`} className={line.ready ? styles.ready : undefined}>
            <span aria-hidden="true">{line.ready ? '›' : '–'}</span>
            <b title={`to ${line.target}`}>{line.trigger}</b>
            <span>{line.reason}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

const SHOWN = 60;

function ManyAgents() {
  const store = usePageStore();
  const agents = usePage(state => state.selection.agents);
  const state = usePage(page =>
    page.selection.state === null ? null : page.run?.info.chart.states[page.selection.state],
  );
  const names = usePage(page => page.run?.info.names) ?? [];
  return (
    <>
      <header className={styles.head}>
        <h2>
          {counted(agents.length, 'agent')} {state ? `in ${state}` : 'selected'}
        </h2>
        <button type="button" className={styles.close} onClick={() => store.getState().stepBack()}>
          Esc closes
        </button>
      </header>
      <ul className={styles.many}>
        {agents.slice(0, SHOWN).map(agent => (
          <li key={agent}>
            <button type="button" onClick={() => store.getState().select({ agents: [agent], state: null })}>
              {names[agent]}
            </button>
          </li>
        ))}
      </ul>
      {agents.length > SHOWN && (
        <p className="label">and {agents.length - SHOWN} more: their rows are in the timelines</p>
      )}
    </>
  );
}
