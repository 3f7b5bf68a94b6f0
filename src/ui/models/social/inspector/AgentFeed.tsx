import type { SocialDetail } from '../../../../engine/models/social/reports/detail.ts';
import { usePage, usePageContext } from '../../../hooks/hooks.ts';
import { formatGroupedInteger, formatNounCount } from '../../../lib/words.ts';
import { getViewedTick } from '../../../state/shown.ts';
import styles from '../../../views/inspector/InspectorParts.module.css';
import { formatRoundNumber } from '../../../words/clock.ts';
import { showPost } from '../cascade/showPost.ts';

/** What waits in an agent's feed after the round that is shown, the next to be seen first. */
export function AgentFeed({ social }: { readonly social: SocialDetail }) {
  const page = usePageContext();
  const tick = usePage(getViewedTick);
  const isNewest = usePage(({ run }) => run?.setup.parameters.newest_first === true);
  const { feed, feedCount } = social;
  if (feedCount === 0) return <p className={styles.empty}>Nothing waits in its feed.</p>;
  return (
    <>
      <p className={styles.empty}>
        What it could see in Round {formatRoundNumber(tick + 1)},{' '}
        {isNewest ? 'the newest first' : 'what interests it most first'}: {formatGroupedInteger(feed.length)}{' '}
        of {formatNounCount(feedCount, 'post')}. It looks at one a round, and at times at one that many react
        to.
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
