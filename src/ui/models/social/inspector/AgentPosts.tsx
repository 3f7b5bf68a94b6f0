import type { PostLine } from '../../../../engine/models/social/reports/detail.ts';
import { usePageStore } from '../../../hooks/hooks.ts';
import { formatNounCount } from '../../../lib/words.ts';
import styles from '../../../views/inspector/InspectorParts.module.css';
import { formatRoundNumber } from '../../../words/clock.ts';
import { SOCIAL_PICKED } from '../socialPart.ts';
import { WhyPost } from './WhyPost.tsx';

/** An agent's posts, newest first; a click shows one in its cascade. */
export function AgentPosts({ posts }: { posts: readonly PostLine[] }) {
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
