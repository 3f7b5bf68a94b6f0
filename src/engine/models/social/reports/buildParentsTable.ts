import { formatPostId } from '../../../core/indices.ts';
import { type DataColumn, type DataTable, type DataValue, defineColumn } from '../../../model/dataTable.ts';
import { roundToSixDecimals } from '../../../model/outcomeDefinition.ts';
import { compareParents } from '../cascade/compareParents.ts';
import { Word } from '../posts/posts.ts';
import { PARENT_RULES } from '../socialChoices.ts';
import type { SocialState } from '../socialState.ts';

/** Fewest posts of a cascade whose rules are compared: with two, all rules give the same tree. */
const MIN_COMPARED_POSTS = 3;

const describeCopies = (count: string) =>
  `posts below the first of which the author could have seen ${count}, of people it follows, made before it looked; the same for all rules`;

/** Columns of `parents`, one per cell of `listParentRows`. */
const PARENT_COLUMNS: readonly DataColumn[] = [
  defineColumn(
    'root_id',
    'text',
    `the first post of a cascade of at least ${MIN_COMPARED_POSTS} posts that count, as in cascades; in smaller ones all rules give the same tree`,
  ),
  defineColumn(
    'rule',
    'text',
    `the rule for parents: ${PARENT_RULES.join(', ')}; by another than the run’s, people followed and posts removed are those of the end`,
  ),
  defineColumn('is_own', 'boolean', 'true for the rule by which the run was played, as in cascades'),
  defineColumn('posts', 'integer', 'posts that count, the first included; the same for all rules', {
    unit: 'posts',
  }),
  defineColumn('depth', 'integer', 'longest path from the first post', { unit: 'steps' }),
  defineColumn('max_breadth', 'integer', 'most posts at one depth', { unit: 'posts' }),
  defineColumn('structural_virality', 'number', 'mean distance between two posts', { unit: 'steps' }),
  defineColumn('post_root_r', 'number', 'posts not attached to the first, over all but the first', {
    unit: 'share',
  }),
  defineColumn(
    'posts_moved',
    'integer',
    'posts that have another parent by this rule than in the run; 0 for the run’s own',
    {
      unit: 'posts',
    },
  ),
  defineColumn('posts_without_copy', 'integer', describeCopies('no copy'), { unit: 'posts' }),
  defineColumn('posts_with_one_copy', 'integer', describeCopies('one copy'), { unit: 'posts' }),
  defineColumn('posts_with_copies', 'integer', describeCopies('several copies'), { unit: 'posts' }),
  defineColumn(
    'posts_at_unseen_root',
    'integer',
    'posts of the run that name the first post though their authors could have seen other copies only; the same for all rules',
    { unit: 'posts' },
  ),
  defineColumn('most_copies', 'integer', 'the greatest number of copies of one post among them', {
    unit: 'copies',
  }),
];

/** A row per rule for parents of each cascade that is large enough, in the order in which the roots were posted. */
export const buildParentsTable = (state: SocialState): DataTable => ({
  name: 'parents',
  row: 'a rule for parents of a cascade',
  columns: PARENT_COLUMNS,
  *rows() {
    const { posts, cascades } = state;
    for (let post = 0; post < posts.count; post++)
      if (posts.word(post, Word.root) === post && cascades.members(post).length >= MIN_COMPARED_POSTS)
        yield* listParentRows(state, post);
  },
});

function* listParentRows(state: SocialState, root: number): Generator<readonly DataValue[]> {
  const compared = compareParents(state, root, { tick: state.sealed, tickSeconds: state.config.tickSeconds });
  if (compared === null) return;
  const { rule: own, measures, exposures } = compared;
  for (const { rule, posts, depth, maxBreadth, structuralVirality, postRootR, moved } of measures)
    yield [
      formatPostId(root),
      ...[rule, rule === own, posts, depth, maxBreadth],
      roundToSixDecimals(structuralVirality),
      roundToSixDecimals(postRootR),
      moved,
      ...[exposures.none, exposures.one, exposures.several, exposures.unseenFirst, exposures.most],
    ];
}
