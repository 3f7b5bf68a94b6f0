import { useMemo, useState } from 'react';
import type { AgentDetail } from '../../../../engine/model/agentDetail.ts';
import { selectAgentModelPart } from '../../../../engine/model/selectAgentModelPart.ts';
import type { PostLine, SocialDetail } from '../../../../engine/models/social/reports/socialDetail.ts';
import type { FeedOrder } from '../../../../engine/models/social/socialChoices.ts';
import { usePage, usePageContext, usePageStore } from '../../../hooks/hooks.ts';
import { formatGroupedInteger, formatNounCount } from '../../../lib/formatCounts.ts';
import { releaseModelSelection } from '../../../model/releaseModelSelection.ts';
import { Neighbours } from '../../../network/Neighbours.tsx';
import { getViewedTick } from '../../../state/viewState.ts';
import { AgentHistory } from '../../../views/inspector/AgentHistory.tsx';
import { StateNow, Triggers } from '../../../views/inspector/AgentNow.tsx';
import styles from '../../../views/inspector/InspectorParts.module.css';
import { formatRoundNumber } from '../../../words/runClock.ts';
import { showPost } from '../cascade/showPost.ts';
import { FromHereOn } from '../changes/FromHereOn.tsx';
import { describeMood, formatMoodFactor } from '../describeMood.ts';
import { getPostSelection, SOCIAL_PICKED } from '../socialPart.ts';
import { QuestionSection, WhyPost } from './QuestionSection.tsx';

/** One person: profile, what could fire now, and the last question with the policy's terms. */
export function SocialAgent() {
  const detail = usePage(state => state.detail);
  return detail && <OneAgent detail={detail} />;
}

function OneAgent({ detail }: { detail: AgentDetail }) {
  const store = usePageStore();
  const social = selectAgentModelPart<SocialDetail>('social', detail.model);
  // Another agent has other questions.
  const kept = useMemo((): { current: number | null } => ({ current: null }), [detail.agent]);
  const [tab, setTab] = useState<'why' | 'posts' | 'feed' | 'people'>('why');
  const post = usePage(state => getPostSelection(state).post);
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
              {formatNounCount(social.posts.length, 'post')}
            </button>
            <button type="button" aria-pressed={tab === 'feed'} onClick={() => setTab('feed')}>
              feed
            </button>
            <button type="button" aria-pressed={tab === 'people'} onClick={() => setTab('people')}>
              network
            </button>
          </span>
        )}
        <button
          type="button"
          className={styles.close}
          onClick={() =>
            store.getState().select({ agents: [], own: releaseModelSelection(store.getState()) })
          }
        >
          {post === null ? 'Esc closes' : 'close'}
        </button>
      </header>
      {social && tab === 'posts' && <AgentPosts posts={social.posts} />}
      {social && tab === 'feed' && <AgentFeed social={social} />}
      {social && tab === 'people' && <Neighbours agent={detail.agent} />}
      {(!social || tab === 'why') && (
        <div className={styles.columns}>
          {social && (
            <QuestionSection
              key={`${detail.agent} ${post}`}
              agent={detail.agent}
              social={social}
              kept={kept}
            />
          )}
          <div>
            <StateNow detail={detail} />
            <Triggers detail={detail} />
            {social && <FromHereOn agent={detail.agent} social={social} />}
            <AgentHistory detail={detail} />
          </div>
        </div>
      )}
      {social && <Profile social={social} label={detail.label} />}
    </>
  );
}

function Profile({ social, label }: { social: SocialDetail; label: string | null }) {
  const topics = social.interests.slice(0, 3).map(({ topic, weight }) => `${topic} ${weight.toFixed(2)}`);
  const kind = social.archetype ? social.archetype[0].toUpperCase() + social.archetype.slice(1) : '';
  return (
    <>
      <p className={styles.bio}>
        {kind}, {formatNounCount(social.followers, 'follower')}, follows {social.following}. {social.bio}
      </p>
      <p className="label">
        {label && label !== social.name ? `${label}; ` : ''}cares for {topics.join(', ')}; session{' '}
        {social.sessionUsed} of {formatNounCount(social.sessionLength, 'round')}
        {social.mood &&
          `; ${describeMood(social.mood.name)}, likes and shares × ${formatMoodFactor(social.mood.momentum)}`}
      </p>
    </>
  );
}

/** An agent's posts, newest first; a click shows one in its cascade. */
function AgentPosts({ posts }: { posts: readonly PostLine[] }) {
  const store = usePageStore();
  if (posts.length === 0) return <p className={styles.empty}>No posts yet.</p>;
  return (
    <ul className={styles.posts}>
      {posts.map(post => (
        <li key={post.post}>
          <button
            type="button"
            onClick={() => {
              store.getState().pick(SOCIAL_PICKED, { root: post.root, post: post.post, isChosen: true });
            }}
          >
            <span>{post.text}</span>
            <span className="label">
              {post.kind} about {post.topic}, Round {formatRoundNumber(post.tick)},{' '}
              {formatNounCount(post.likes, 'like')}
            </span>
          </button>
          <WhyPost post={post.post} />
        </li>
      ))}
    </ul>
  );
}

const FEED_PHRASES: Readonly<Record<FeedOrder, string>> = {
  by_interest: 'what interests it most first',
  chronological: 'the newest first',
  by_engagement: 'those with most reactions first',
  by_similarity: 'those on its own topics first',
  random: 'in any order',
};

/** Posts that wait in an agent's feed after the round on the screen, the next one first. */
function AgentFeed({ social }: { readonly social: SocialDetail }) {
  const page = usePageContext();
  const tick = usePage(getViewedTick);
  const { feed, feedCount, feedOrder } = social;
  if (feedCount === 0) return <p className={styles.empty}>Nothing waits in its feed.</p>;
  return (
    <>
      <p className={styles.empty}>
        What it could see in Round {formatRoundNumber(tick + 1)}, {FEED_PHRASES[feedOrder]}:{' '}
        {formatGroupedInteger(feed.length)} of {formatNounCount(feedCount, 'post')}. It looks at one a round,
        and at times at one that many react to.
      </p>
      <ul className={styles.posts}>
        {feed.map(({ post, interest, copies }) => (
          <li key={post.post}>
            <button type="button" onClick={() => void showPost(page, post.post)}>
              <span>{post.text}</span>
              <span className="label">
                interest {interest.toFixed(2)}; {post.kind} by {post.authorName}, Round{' '}
                {formatRoundNumber(post.tick)}
                {copies > 1 && `, passed on to it ${copies} times`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
