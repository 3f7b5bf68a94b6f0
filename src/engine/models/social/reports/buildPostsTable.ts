import { formatAgentId, formatPostId } from '../../../core/indices.ts';
import { type DataColumn, type DataTable, type DataValue, defineColumn } from '../../../model/dataTable.ts';
import { POST_KINDS } from '../cascade/postKinds.ts';
import { Word } from '../posts/posts.ts';
import type { SocialState } from '../socialState.ts';

const FIRST = { missing: 'it is the first post' };

/** Columns of `posts`, one per cell of `buildPostRow`. */
const POST_COLUMNS: readonly DataColumn[] = [
  defineColumn('post_id', 'text', 'the post, as in the run document'),
  defineColumn(
    'parent_id',
    'text',
    'its parent by the rule of the run: with post_id an edge of the tree',
    FIRST,
  ),
  defineColumn('root_id', 'text', 'the first post of its cascade, as in cascades'),
  defineColumn('author_id', 'text', 'its author, as `agent_id` of people'),
  defineColumn('parent_author_id', 'text', 'the author of its parent', FIRST),
  defineColumn('kind', 'text', POST_KINDS.join(', ')),
  defineColumn('is_counted', 'boolean', 'true if it counts as a part of its cascade; a reply may not'),
  defineColumn('round', 'integer', 'its round; 0 and below are the warm-up'),
  defineColumn('seconds_since_root', 'integer', 'simulated time since the first post', { unit: 'seconds' }),
  defineColumn('seconds_since_parent', 'integer', 'simulated time since its parent: the delay of the step', {
    ...{ unit: 'seconds', ...FIRST },
  }),
  defineColumn('depth', 'integer', 'steps from the first post', { unit: 'steps' }),
  defineColumn('likes', 'integer', 'its likes by the end; those of a reshare count for what it passes on', {
    unit: 'likes',
  }),
];

/** A row per post, in the order in which they were made: parents come before children. */
export const buildPostsTable = (state: SocialState): DataTable => ({
  name: 'posts',
  row: 'a post',
  columns: POST_COLUMNS,
  *rows() {
    for (let post = 0; post < state.posts.count; post++) yield buildPostRow(state, post);
  },
});

function buildPostRow({ posts, cascades, config }: SocialState, post: number): readonly DataValue[] {
  const parent = posts.parent.data[post];
  const isRoot = parent < 0;
  const root = posts.word(post, Word.root);
  const tick = posts.word(post, Word.tick);
  const measureSecondsSince = (other: number) => (tick - posts.word(other, Word.tick)) * config.tickSeconds;
  return [
    formatPostId(post),
    isRoot ? null : formatPostId(parent),
    formatPostId(root),
    formatAgentId(posts.word(post, Word.author)),
    isRoot ? null : formatAgentId(posts.word(parent, Word.author)),
    POST_KINDS[posts.word(post, Word.kind)],
    cascades.counts(post),
    tick,
    measureSecondsSince(root),
    isRoot ? null : measureSecondsSince(parent),
    posts.word(post, Word.depth),
    posts.likes.data[post],
  ];
}
