import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csvParse, type DSVRowArray } from 'd3-dsv';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PARENT_RULES } from '../../../../src/engine/models/social/socialChoices.ts';
import { cli, expectLine, inProcess } from '../../command.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-tables-'));
const path = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

// The first call bundles the command.
beforeAll(async () => {
  expect((await cli('--version')).code).toBe(0);
}, 60_000);

const SMALL = ['--network', 'small-world', '--agents', '40', '--rounds', '12', '--set', 'warm_up=4'];
/** Options by which cascades grow. */
const LIVELY = [
  '--rounds',
  '40',
  ...['posting=9', 'activity=14', 'replying=9', 'resharing=3'].flatMap(set => ['--set', set]),
];
const TABLES = ['cascades', 'dictionary', 'parents', 'people', 'posts', 'rounds'] as const;

/** Plays worlds with tables. @returns the names of their files without what follows the plan */
async function play(to: string, ...args: string[]): Promise<string> {
  const { code, stderr } = await inProcess('worlds', ...SMALL, '--cores', '1', '--tables', path(to), ...args);
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('statescope:')]);
  return prefixOf(to);
}

function prefixOf(to: string): string {
  const names = readdirSync(path(to)).sort();
  const prefix = names[0].replace(/-cascades\..+$/, '');
  expect(names.map(name => name.replace(/\..+$/, ''))).toEqual(TABLES.map(name => `${prefix}-${name}`));
  return prefix;
}

const textOf = (to: string, file: string) => readFileSync(path(join(to, file)), 'utf8');
const readTable = (to: string, prefix: string, name: string): DSVRowArray =>
  csvParse(textOf(to, `${prefix}-${name}.csv`));

/** A run's document, as `run --seed` writes it. */
async function documentOf(seed: string, ...args: string[]) {
  const out = path(`${seed}.json`);
  expect((await inProcess('run', ...SMALL, ...args, '--seed', seed, '--out', out)).code).toBe(0);
  return JSON.parse(readFileSync(out, 'utf8'));
}

interface CascadeRow {
  readonly root_id: string;
  readonly size: number;
  readonly seen: number;
  readonly depth: number;
  readonly max_breadth: number;
  readonly structural_virality: number;
  readonly post_root_r: number | null;
  readonly minutes_to_half_size: number;
  readonly observed_ticks: number;
}

interface PostRow {
  readonly post_id: string;
  readonly parent_id: string | null;
  readonly kind: string;
  readonly root_id: string;
  readonly author_id: string;
  readonly tick: number;
  readonly likes: number;
}

/** A value of Parquet as CSV has it. */
const toCell = (value: unknown): string =>
  typeof value === 'boolean' ? String(value).toUpperCase() : String(value ?? '');

const sumOf = (rows: readonly Record<string, string>[], column: string) =>
  rows.reduce((sum, row) => sum + Number(row[column]), 0);

describe('tables of worlds', () => {
  it('agree with the document of the run with the seed of their rows', async () => {
    const prefix = await play('agree', '--worlds', '3', '--change', 'resharing=3');
    const [cascades, people, rounds] = ['cascades', 'people', 'rounds'].map(name =>
      readTable('agree', prefix, name),
    );
    for (const [arm, change] of [
      ['0', []],
      ['1', ['--set', 'resharing=3']],
    ] as const)
      for (const world of ['1', '2', '3']) {
        const isOf = (row: Record<string, string>) => row.arm === arm && row.world === world;
        const [own, persons, ticks] = [cascades, people, rounds].map(rows => rows.filter(isOf));
        const document = await documentOf(own[0].seed, ...change);
        const posts: readonly PostRow[] = document.posts;
        const isKind = (kind: string) => (post: PostRow) => post.kind === kind;
        expect(
          own.map(row => [
            row.root_id,
            ...[row.size, row.saw, row.depth, row.max_breadth, row.structural_virality].map(Number),
            row.post_root_r === '' ? null : Number(row.post_root_r),
            ...[row.minutes_to_half, row.rounds_observed].map(Number),
          ]),
        ).toEqual(
          document.cascades.map((one: CascadeRow) => [
            ...[one.root_id, one.size, one.seen, one.depth, one.max_breadth, one.structural_virality],
            ...[one.post_root_r, one.minutes_to_half_size, one.observed_ticks],
          ]),
        );
        expect(own).toHaveLength(posts.filter(isKind('original')).length);
        for (const rows of [own, persons]) {
          expect(sumOf(rows, 'replies')).toBe(posts.filter(isKind('reply')).length);
          expect(sumOf(rows, 'reshares')).toBe(posts.filter(isKind('reshare')).length);
        }
        expect(sumOf(persons, 'posts')).toBe(own.length);
        expect(sumOf(persons, 'likes_got')).toBe(posts.reduce((sum, { likes }) => sum + likes, 0));
        expect(ticks.map(({ round }) => Number(round))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
        const states = rounds.columns.filter(name => name.startsWith('agents_in_'));
        expect(states.length).toBeGreaterThan(5);
        for (const state of states)
          expect(sumOf(persons, state.replace('agents_in', 'rounds_in'))).toBe(sumOf(ticks, state));
        expect(states.reduce((sum, state) => sum + Number(ticks[11][state]), 0)).toBe(40);
      }
  });

  it('have every post with the edge to its parent, as the document of the run with the seed of its rows', async () => {
    const prefix = await play('posts', '--worlds', '1', ...LIVELY);
    const rows = readTable('posts', prefix, 'posts');
    const posts: readonly PostRow[] = (await documentOf(rows[0].seed, ...LIVELY)).posts;
    const byId = new Map(posts.map(post => [post.post_id, post]));
    const depthOf = (post: PostRow): number =>
      post.parent_id === null ? 0 : 1 + depthOf(byId.get(post.parent_id)!);
    const secondsBetween = (post: PostRow, id: string | null) =>
      id === null ? '' : String((post.tick - byId.get(id)!.tick) * 180);
    expect(rows.map(row => Object.values(row).slice(6))).toEqual(
      posts.map(post => [
        ...[post.post_id, post.parent_id ?? '', post.root_id, post.author_id],
        byId.get(post.parent_id ?? '')?.author_id ?? '',
        ...[post.kind, post.kind === 'reply' ? 'FALSE' : 'TRUE', String(post.tick)],
        ...[secondsBetween(post, post.root_id), secondsBetween(post, post.parent_id)],
        ...[String(depthOf(post)), String(post.likes)],
      ]),
    );
    for (const kind of ['original', 'reply', 'reshare'])
      expect(rows.filter(row => row.kind === kind).length).toBeGreaterThan(3);
  });

  it('measure each cascade of three posts or more under every rule for parents, by the run’s own as its tree is', async () => {
    const args = ['--worlds', '6', ...LIVELY, '--set', 'parent_rule=last_seen'];
    const prefix = await play('parents', ...args, '--change', 'resharing=4');
    const [cascades, parents, posts] = ['cascades', 'parents', 'posts'].map(name =>
      readTable('parents', prefix, name),
    );
    const keyOf = ({ arm, world, root_id }: Record<string, string>) => `${arm} ${world} ${root_id}`;
    const large = cascades.filter(row => Number(row.posts) >= 3);
    expect(large.length).toBeGreaterThan(20);
    expect(parents.map(row => `${keyOf(row)} ${row.rule}`)).toEqual(
      large.flatMap(row => PARENT_RULES.map(rule => `${keyOf(row)} ${rule}`)),
    );
    const own = parents.filter(row => row.is_own === 'TRUE');
    const shapeOf = (row: Record<string, string>) =>
      [...['posts', 'depth', 'max_breadth', 'structural_virality', 'post_root_r']].map(name => row[name]);
    expect(own.map(shapeOf)).toEqual(large.map(shapeOf));
    expect(new Set(own.map(row => `${row.rule} ${row.posts_moved}`))).toEqual(new Set(['last_seen 0']));
    for (const row of own) {
      const tree = posts.filter(post => keyOf(post) === keyOf(row) && post.is_counted === 'TRUE');
      const byDepth = new Map<string, number>();
      for (const { depth } of tree) byDepth.set(depth, (byDepth.get(depth) ?? 0) + 1);
      expect(shapeOf(row).slice(0, 3).map(Number)).toEqual([
        tree.length,
        Math.max(...[...byDepth.keys()].map(Number)),
        Math.max(...byDepth.values()),
      ]);
      const copies = ['posts_without_copy', 'posts_with_one_copy', 'posts_with_copies'];
      expect(copies.reduce((sum, name) => sum + Number(row[name]), 1)).toBe(tree.length);
    }
    // Who passes on what names the original: a star.
    const stars = parents.filter(row => row.rule === 'original');
    expect(new Set(stars.map(row => `${row.depth} ${row.post_root_r}`))).toEqual(new Set(['1 0']));
    expect(parents.filter(row => Number(row.posts_moved) > 0).length).toBeGreaterThan(20);
  });

  it('have who saw each cascade, by whose copy and with what reaction, if --tables-of names exposures', async () => {
    const args = [...LIVELY, '--worlds', '2', '--change', 'resharing=4'];
    const given = ['worlds', ...SMALL, ...args, '--cores', '1', '--tables', path('exposures')];
    expect((await inProcess(...given, '--tables-of', 'cascades,exposures,posts')).code).toBe(0);
    const prefix = readdirSync(path('exposures'))
      .sort()[0]
      .replace(/-cascades\..+$/, '');
    const [cascades, exposures, posts] = ['cascades', 'exposures', 'posts'].map(name =>
      readTable('exposures', prefix, name),
    );
    const keyOf = ({ arm, world, root_id }: DSVRowArray[number]) => `${arm} ${world} ${root_id}`;
    expect(exposures.length).toBeGreaterThan(100);
    for (const row of cascades) {
      const seen = exposures.filter(one => keyOf(one) === keyOf(row));
      expect(seen).toHaveLength(Number(row.saw));
      expect(seen.map(({ agent_id }) => agent_id)).not.toContain(row.author_id);
      expect(new Set(seen.map(({ agent_id }) => agent_id)).size).toBe(seen.length);
    }
    const authorOf = new Map(posts.map(row => [`${row.arm} ${row.world} ${row.post_id}`, row.author_id]));
    for (const row of exposures)
      expect(authorOf.get(`${row.arm} ${row.world} ${row.post_id}`)).toBe(row.source_id);
    // Whoever passed something on had seen it.
    const passedOn = new Set(
      exposures.filter(row => row.reaction === 'passed on').map(row => `${keyOf(row)} ${row.agent_id}`),
    );
    const authors = new Set(cascades.map(row => `${keyOf(row)} ${row.author_id}`));
    const sharers = posts.filter(row => row.kind === 'reshare').map(row => `${keyOf(row)} ${row.author_id}`);
    expect(sharers.length).toBeGreaterThan(10);
    expect(sharers.filter(one => !passedOn.has(one) && !authors.has(one))).toEqual([]);
    const followed = exposures.filter(row => row.follows_source === 'TRUE').length;
    expect(followed).toBeGreaterThan(exposures.length / 2);
    expect(followed).toBeLessThan(exposures.length);
  });

  it('are those that --tables-of names, each with the bytes that it has among all', async () => {
    const args = ['--worlds', '2', '--sweep', 'resharing=0.4,2'];
    const prefix = await play('all', ...args);
    const given = ['worlds', ...SMALL, ...args, '--cores', '1', '--tables', path('few')];
    expect((await inProcess(...given, '--tables-of', 'posts,rounds')).code).toBe(0);
    expect(readdirSync(path('few')).sort()).toEqual(
      ['dictionary', 'posts', 'rounds'].map(name => `${prefix}-${name}.csv`),
    );
    for (const name of ['posts', 'rounds'])
      expect(textOf('few', `${prefix}-${name}.csv`)).toBe(textOf('all', `${prefix}-${name}.csv`));
    const dictionary = csvParse(textOf('few', `${prefix}-dictionary.csv`));
    expect(new Set(dictionary.map(({ table }) => table))).toEqual(new Set(['posts', 'rounds']));
    const run = ['run', ...SMALL, '--tables', path('few-run'), '--tables-of', 'people'];
    expect((await inProcess(...run)).code).toBe(0);
    expect(readdirSync(path('few-run')).map(name => name.replace(/.*-/, ''))).toEqual([
      'dictionary.csv',
      'people.csv',
    ]);
  });

  it('have sizes at fixed ages, as the posts of the run say, and none at an age that was not reached', async () => {
    const long = [
      '--rounds',
      '90',
      ...['--set', 'posting=20', '--set', 'activity=14', '--set', 'resharing=3'],
    ];
    const prefix = await play('ages', '--worlds', '1', ...long);
    const rows = readTable('ages', prefix, 'cascades');
    const posts: readonly PostRow[] = (await documentOf(rows[0].seed, ...long)).posts;
    const counts = { whole: 0, grew: 0, missing: 0 };
    for (const row of rows)
      for (const age of [20, 40, 80]) {
        const cell = row[`size_after_${age}`];
        const isObserved = Number(row.rounds_observed) >= age;
        const last = Number(row.root_round) + age;
        const people = posts.filter(
          ({ root_id, kind, tick }) => root_id === row.root_id && kind !== 'reply' && tick <= last,
        );
        expect(cell).toBe(isObserved ? String(new Set(people.map(post => post.author_id)).size) : '');
        if (!isObserved) counts.missing++;
        else counts[cell === row.size ? 'whole' : 'grew']++;
      }
    for (const [name, count] of Object.entries(counts)) expect([name, count > 3]).toEqual([name, true]);
  });

  it('name the baseline, in a sweep the arm with the set-up’s own values, and leave the cell empty where none has them', async () => {
    const prefix = await play('baseline', '--worlds', '1', '--change', 'resharing=3');
    const arms = (rows: DSVRowArray) =>
      new Set(rows.map(({ arm, label, is_baseline }) => [arm, label, is_baseline].join()));
    expect(arms(readTable('baseline', prefix, 'rounds'))).toEqual(
      new Set(['0,baseline,TRUE', '1,resharing=3,FALSE']),
    );
    // 0.8 is the preset's.
    const swept = await play('swept', '--worlds', '1', '--sweep', 'resharing=0.8,2');
    const rounds = readTable('swept', swept, 'rounds');
    expect(arms(rounds)).toEqual(new Set(['0,baseline,TRUE', '1,resharing 2,FALSE']));
    expect(new Set(rounds.map(({ arm, resharing }) => `${arm} ${resharing}`))).toEqual(
      new Set(['0 0.8', '1 2']),
    );
    const own = await play('own', '--worlds', '1', '--set', 'resharing=2', '--sweep', 'resharing=0.8,2');
    expect(arms(readTable('own', own, 'rounds'))).toEqual(
      new Set(['0,resharing 0.8,FALSE', '1,baseline,TRUE']),
    );
    const none = await play('none', '--worlds', '1', '--sweep', 'resharing=2,3');
    expect(arms(readTable('none', none, 'rounds'))).toEqual(new Set(['0,resharing 2,', '1,resharing 3,']));
  });

  it('have the same bytes from several threads, from a whole --csv, and by world, then arm', async () => {
    const args = ['--worlds', '12', '--sweep', 'resharing=0.4,2'];
    const prefix = await play('one', ...args, '--csv', path('worlds.csv'));
    const several = ['--cores', '3', '--tables', path('three'), '--csv', path('worlds.csv')];
    const before = readFileSync(path('worlds.csv'), 'utf8');
    expect((await cli('worlds', ...SMALL, ...args, ...several)).code).toBe(0);
    expect(prefixOf('three')).toBe(prefix);
    expect(readFileSync(path('worlds.csv'), 'utf8')).toBe(before);
    for (const name of TABLES)
      expect(textOf('three', `${prefix}-${name}.csv`)).toBe(textOf('one', `${prefix}-${name}.csv`));
    const order = [...new Set(readTable('one', prefix, 'rounds').map(({ world, arm }) => `${world} ${arm}`))];
    expect(order.slice(0, 4)).toEqual(['1 0', '1 1', '2 0', '2 1']);
    expect(order).toHaveLength(24);
  }, 60_000);

  it('hold the same values as Parquet, with null for what is missing', async () => {
    const args = ['--worlds', '3', ...LIVELY, '--sweep', 'resharing=0.4,2'];
    const prefix = await play('csv', ...args);
    await play('parquet', ...args, '--tables-form', 'parquet');
    const dictionary = readTable('parquet', prefix, 'dictionary');
    for (const name of ['cascades', 'parents', 'people', 'posts', 'rounds']) {
      const bytes = readFileSync(path(`parquet/${prefix}-${name}.parquet`));
      const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
      const read = await parquetReadObjects({ file });
      const rows = readTable('csv', prefix, name);
      expect(read.map(row => Object.values(row).map(toCell))).toEqual(rows.map(row => Object.values(row)));
      const typeOf = new Map(
        dictionary.filter(({ table }) => table === name).map(({ column, type }) => [column, type]),
      );
      expect([...typeOf.keys()]).toEqual(rows.columns);
      const types = { bigint: 'integer', number: 'number', string: 'text', boolean: 'boolean' };
      for (const row of read.slice(0, 50))
        for (const [column, value] of Object.entries(row))
          if (value !== null)
            expect([column, Object.entries(types).find(([of]) => of === typeof value)?.[1]]).toEqual([
              column,
              typeOf.get(column),
            ]);
      expect(read.some(row => row.is_baseline === null)).toBe(true);
    }
  });

  it('of parts have the part in their names, and together the rows of the whole', async () => {
    const prefix = await play('whole', '--worlds', '4');
    for (const part of ['1/2', '2/2'])
      await inProcess(
        'worlds',
        ...SMALL,
        '--worlds',
        '4',
        '--cores',
        '1',
        '--shard',
        part,
        '--tables',
        path('parts'),
      );
    const names = readdirSync(path('parts')).filter(name => name.endsWith('-rounds.csv'));
    expect(names).toEqual([`${prefix}-part1of2-rounds.csv`, `${prefix}-part2of2-rounds.csv`]);
    const lines = (to: string, name: string) => textOf(to, name).trimEnd().split('\n').slice(1);
    expect(names.flatMap(name => lines('parts', name)).sort()).toEqual(
      lines('whole', `${prefix}-rounds.csv`).sort(),
    );
  });
});

describe('tables of a run', () => {
  it('are those of world 0 of the same plan', async () => {
    const prefix = await play('plan', '--worlds', '1');
    const { code } = await inProcess('run', ...SMALL, '--tables', path('run'));
    expect([code, prefixOf('run')]).toEqual([0, prefix]);
    const rows = readTable('run', prefix, 'people');
    expect(new Set(rows.map(({ world, seed, label }) => `${world} ${seed} ${label}`)).size).toBe(1);
    expect(rows[0]).toMatchObject({ world: '0', seed: '341', label: 'baseline', is_baseline: 'TRUE' });
    expect(rows).toHaveLength(40);
  });

  it.each(['chart', 'governed', 'librarian', 'workflow'])(
    'of model %s count each agent once in each round',
    async model => {
      const to = `run-${model}`;
      const given = ['run', '--model', model, '--rounds', '6', '--tables', path(to)];
      expect((await inProcess(...given)).code).toBe(0);
      const [people] = readdirSync(path(to)).filter(name => name.endsWith('-people.csv'));
      const rows = csvParse(textOf(to, people));
      const rounds = csvParse(textOf(to, people.replace('people', 'rounds')));
      const states = rounds.columns.filter(name => name.startsWith('agents_in_'));
      expect(states.length).toBeGreaterThan(1);
      for (const state of states)
        expect(sumOf(rows, state.replace('agents_in', 'rounds_in'))).toBe(sumOf(rounds, state));
      expect(states.reduce((sum, state) => sum + sumOf(rounds, state), 0)).toBeGreaterThanOrEqual(
        rows.length * rounds.length,
      );
    },
  );
});

describe('tables that cannot be written', () => {
  it.each([
    [['--tables-form', 'csv'], '--tables-form is for --tables with a folder'],
    [['--tables-of', 'people'], '--tables-of is for --tables with a folder'],
    [
      ['--tables', path('x'), '--tables-of', 'people,edges'],
      '--tables-of: "edges" is not one of the tables of model social: people, rounds, cascades, parents, posts, exposures',
    ],
    [
      ['--tables', path('x'), '--tables-of', 'posts', '--shard', '1/2'],
      '--tables-of with --shard needs people or rounds',
    ],
    [['--tables', path('x'), '--tables-form', 'xlsx'], '--tables-form must be csv or parquet, not xlsx'],
    [['--tables', path('x'), '--queue', 'redis://127.0.0.1:1'], 'leave --queue out'],
    [['--tables', path('x'), '--oracle', 'openai', '--oracle-model', 'm'], 'by the built-in policy'],
    [['--tables', '/dev/null/x'], 'cannot write /dev/null/x: its folder is a file'],
  ])('are refused in one line: %o', async (args, words) => {
    expectLine(await inProcess('worlds', ...SMALL, '--worlds', '2', ...args), words);
  });
});
