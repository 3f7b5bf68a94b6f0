import { formatAgentId, formatPostId } from '../../../core/indices.ts';
import { type DataColumn, type DataTable, type DataValue, defineColumn } from '../../../model/dataTable.ts';
import { REACTIONS } from '../posts/exposure.ts';
import { Word } from '../posts/posts.ts';
import type { SocialState } from '../socialState.ts';

/** Columns of `exposures`, one per cell of `listExposureRows`. */
const EXPOSURE_COLUMNS: readonly DataColumn[] = [
  defineColumn('root_id', 'text', 'the first post of the cascade, as in cascades'),
  defineColumn('agent_id', 'text', 'a person other than its author who looked at a post that counts'),
  defineColumn('round', 'integer', 'the round of the first look; 0 and below are the warm-up'),
  defineColumn('post_id', 'text', 'the copy that was looked at then'),
  defineColumn('source_id', 'text', 'who had made that copy, as `agent_id` of people'),
  defineColumn(
    'follows_source',
    'boolean',
    'true if the person follows who made the copy, at the end; otherwise it was trending, a notification, or has been unfollowed since',
  ),
  defineColumn(
    'reaction',
    'text',
    `the strongest reaction to the cascade by the end: ${REACTIONS.join(', ')}`,
  ),
];

/**
 * A row per cascade and person that saw it, in the order in which the roots were posted and the people saw them: the edges of
 * the first exposures, from `source_id` to `agent_id`. O(looks × log looks)
 */
export const buildExposuresTable = (state: SocialState): DataTable => ({
  name: 'exposures',
  row: 'a person who saw a cascade, of a cascade',
  isOnDemand: true,
  columns: EXPOSURE_COLUMNS,
  *rows() {
    const { posts } = state;
    for (let post = 0; post < posts.count; post++)
      if (posts.word(post, Word.root) === post) yield* listExposureRows(state, post);
  },
});

function* listExposureRows(
  { posts, exposures, feed }: SocialState,
  root: number,
): Generator<readonly DataValue[]> {
  const { agent, tick, post, reaction } = exposures.viewers(root);
  for (const [place, one] of agent.entries()) {
    const source = posts.word(post[place], Word.author);
    yield [
      ...[
        formatPostId(root),
        formatAgentId(one),
        tick[place],
        formatPostId(post[place]),
        formatAgentId(source),
      ],
      ...[feed.follows.isThere(source, one), REACTIONS[reaction[place]]],
    ];
  }
}
