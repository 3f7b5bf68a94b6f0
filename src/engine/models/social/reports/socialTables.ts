import { formatAgentId, formatPostId, type Tick } from '../../../core/indices.ts';
import { createGroupFinder } from '../../../model/createGroupFinder.ts';
import {
  type DataColumn,
  type DataFacts,
  type DataTable,
  type DataValue,
  defineColumn,
  type ModelTables,
} from '../../../model/dataTable.ts';
import type { NodeFacts } from '../../../model/model.ts';
import { ARCHETYPES } from '../people/archetypes.ts';
import { TOPICS } from '../posts/composePostText.ts';
import { Word } from '../posts/posts.ts';
import type { SocialState } from '../socialState.ts';
import { buildExposuresTable } from './buildExposuresTable.ts';
import { buildParentsTable } from './buildParentsTable.ts';
import { buildPostsTable } from './buildPostsTable.ts';

/** Rounds before the end in which a change makes a cascade a growing one, as for the outcomes of worlds. */
const GROWING_ROUNDS = 5;

/**
 * Ages, in rounds, at which sizes are compared: a fixed window of observation, where the size at the end is that of cascades of
 * all ages, and its most recent ones are cut off.
 */
const SIZE_AGES = [20, 40, 80] as const;

const ARCHETYPE = defineColumn('archetype', 'text', 'its archetype at the end');
const FOLLOWERS = defineColumn('followers', 'integer', 'its followers in the network, before any change', {
  unit: 'people',
});
const FOLLOWING = defineColumn(
  'following',
  'integer',
  'the people it follows in the network, before any change',
  { unit: 'people' },
);

/** Columns of the facts that files of the network have as well; counts include the warm-up. */
const FACT_COLUMNS: readonly DataColumn[] = [
  defineColumn('posts', 'integer', 'posts of its own, neither replies nor reshares, warm-up included', {
    unit: 'posts',
  }),
  defineColumn('replies', 'integer', 'its replies, warm-up included', { unit: 'posts' }),
  defineColumn('reshares', 'integer', 'its reshares, warm-up included', { unit: 'posts' }),
  defineColumn('likes_got', 'integer', 'likes of its posts of all kinds, warm-up included', {
    unit: 'likes',
  }),
  defineColumn('likes_given', 'integer', 'its choices to like a post, warm-up included', { unit: 'likes' }),
  defineColumn('largest_cascade_begun', 'integer', 'size of the largest cascade that it began; 0 for none', {
    unit: 'people',
  }),
  defineColumn('cascades_joined', 'integer', 'cascades of others in which it took part', {
    unit: 'cascades',
  }),
  defineColumn(
    'tick_in_largest_cascade',
    'integer',
    'the round of its first post in the largest cascade; 0 and below are the warm-up',
    {
      missing: 'it took no part',
    },
  ),
];

/** Columns of `cascades`, one per cell of `buildCascadeRow`. */
const CASCADE_COLUMNS: readonly DataColumn[] = [
  defineColumn('root_id', 'text', 'the first post, as in the run document'),
  defineColumn('author_id', 'text', 'its author, as `agent_id` of people'),
  defineColumn('author_label', 'text', 'the author’s name in the file of the network', {
    missing: 'the network has no names',
  }),
  defineColumn('archetype', 'text', 'the author’s archetype at the end'),
  defineColumn('group', 'text', 'the author’s group at the end, by the file of the network', {
    missing: 'the network has no groups, or none for the author',
  }),
  defineColumn('topic', 'text', 'topic of the first post'),
  defineColumn('root_round', 'integer', 'round of the first post; 0 and below are the warm-up'),
  defineColumn('size', 'integer', 'people who took part by the end, the author included', { unit: 'people' }),
  ...SIZE_AGES.map(age =>
    defineColumn(
      `size_after_${age}`,
      'integer',
      `people who took part by so many rounds after the first post (${SIZE_AGES.join(', ')}), the author included`,
      { unit: 'people', missing: 'it was observed for fewer rounds', pattern: 'size_after_ROUNDS' },
    ),
  ),
  defineColumn('posts', 'integer', 'posts that count, the first included', { unit: 'posts' }),
  defineColumn('reshares', 'integer', 'reshares under the first post', { unit: 'posts' }),
  defineColumn(
    'replies',
    'integer',
    'replies under the first post, even where they do not count as a part of the cascade',
    { unit: 'posts' },
  ),
  defineColumn('depth', 'integer', 'longest path from the first post', { unit: 'steps' }),
  defineColumn('max_breadth', 'integer', 'most posts at one depth', { unit: 'posts' }),
  defineColumn('structural_virality', 'number', 'mean distance between two posts; 0 for one post', {
    unit: 'steps',
  }),
  defineColumn('post_root_r', 'number', 'posts not attached to the first, over all but the first', {
    unit: 'share',
    missing: 'there is one post',
  }),
  defineColumn('minutes_to_half', 'number', 'simulated time until half of the posts existed', {
    unit: 'minutes',
  }),
  defineColumn('saw', 'integer', 'people other than the author who looked at a post that counts', {
    unit: 'people',
  }),
  defineColumn('rounds_observed', 'integer', 'rounds from the first post to the end', { unit: 'rounds' }),
  defineColumn(
    'is_growing',
    'boolean',
    `true if somebody posted in it, replied, or saw it for the first time in the last ${GROWING_ROUNDS} rounds: its values are not final`,
  ),
];

const roundToSixDecimals = (value: number): number => Math.round(value * 1e6) / 1e6;

/** This model's part of the tables of a run. @param nodes facts about each person */
export const buildSocialTables = (state: SocialState, nodes: readonly NodeFacts[]): ModelTables => ({
  facts: [
    { column: ARCHETYPE, values: listArchetypes(state) },
    ...buildFollowFacts(state),
    ...nodes.map(({ name, values }) => ({ column: getFactColumn(name), values })),
  ],
  tables: [
    buildCascadesTable(state),
    buildParentsTable(state),
    buildPostsTable(state),
    buildExposuresTable(state),
  ],
});

function getFactColumn(name: string): DataColumn {
  const column = FACT_COLUMNS.find(one => one.name === name);
  if (column === undefined) throw new Error(`the dictionary lacks ${name}`);
  return column;
}

const listArchetypes = ({ society }: SocialState): readonly string[] =>
  Array.from(society.archetype, number => ARCHETYPES[number].name);

function buildFollowFacts({ inputs: { network } }: SocialState): readonly DataFacts[] {
  const { nodes, offsets, targets } = network;
  const followers = Array.from({ length: nodes }, (_, node) => offsets[node + 1] - offsets[node]);
  const following = new Array<number>(nodes).fill(0);
  for (const follower of targets) following[follower]++;
  return [
    { column: FOLLOWERS, values: followers },
    { column: FOLLOWING, values: following },
  ];
}

/** A row per root, in the order in which the roots were posted. */
function buildCascadesTable(state: SocialState): DataTable {
  return {
    name: 'cascades',
    row: 'a cascade',
    columns: CASCADE_COLUMNS,
    *rows() {
      const groupOf = createGroupFinder(state.inputs.network.groups, state.sealed);
      const archetypes = listArchetypes(state);
      const { posts } = state;
      for (let post = 0; post < posts.count; post++) {
        if (posts.word(post, Word.root) !== post) continue;
        const author = posts.word(post, Word.author);
        yield buildCascadeRow(state, post, { archetype: archetypes[author], group: groupOf(author) });
      }
    },
  };
}

/** Division of the authors. */
interface AuthorKind {
  readonly archetype: string;
  readonly group: string | null;
}

function buildCascadeRow(
  state: SocialState,
  root: number,
  { archetype, group }: AuthorKind,
): readonly DataValue[] {
  const { posts, cascades, exposures, config, inputs, sealed } = state;
  const m = cascades.measures(root, config.tickSeconds, sealed);
  const author = posts.word(root, Word.author);
  return [
    formatPostId(root),
    formatAgentId(author),
    inputs.network.labels?.[author] ?? null,
    archetype,
    group,
    TOPICS[posts.word(root, Word.topic)],
    posts.word(root, Word.tick),
    m.size,
    ...SIZE_AGES.map(age => (m.observedTicks < age ? null : countPeopleByAge(state, root, age))),
    m.posts,
    m.reshares,
    m.replies,
    m.depth,
    m.maxBreadth,
    roundToSixDecimals(m.structuralVirality),
    m.postRootR === null ? null : roundToSixDecimals(m.postRootR),
    roundToSixDecimals(m.minutesToHalfSize),
    exposures.seen(root),
    m.observedTicks,
    isGrowing(state, root),
  ];
}

/** People who took part in a cascade up to an age in ticks, the author included. */
function countPeopleByAge({ posts, cascades }: SocialState, root: number, age: Tick): number {
  const last = posts.word(root, Word.tick) + age;
  const members = cascades.members(root).filter(post => posts.word(post, Word.tick) <= last);
  return new Set(members.map(post => posts.word(post, Word.author))).size;
}

function isGrowing({ posts, exposures, sealed }: SocialState, root: number): boolean {
  const isLate = (tick: number) => tick > sealed - GROWING_ROUNDS;
  if (posts.under(root).some(post => isLate(posts.word(post, Word.tick)))) return true;
  return exposures.viewers(root).tick.some(isLate);
}
