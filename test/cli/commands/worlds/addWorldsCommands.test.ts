import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { csvParse } from 'd3-dsv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cli, cliOnFullDisk, expectLine, inProcess, type Outcome, running } from '../../command.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-worlds-'));
const path = (name: string) => join(folder, name);
const textOf = (name: string) => readFileSync(path(name), 'utf8');
afterAll(() => rmSync(folder, { recursive: true }));

// The first call bundles the command.
beforeAll(async () => {
  expect((await cli('--version')).code).toBe(0);
}, 60_000);

const SMALL = ['--network', 'small-world', '--agents', '40', '--rounds', '12', '--set', 'warm_up=4'];
const worlds = (...args: string[]) => inProcess('worlds', ...SMALL, '--cores', '1', ...args);
const reportOf = ({ code, stdout, stderr }: Outcome) => {
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('statescope:')]);
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
};

describe('worlds', () => {
  it('writes a row for each world, whose hash is that of the run with its seed', async () => {
    const report = reportOf(await worlds('--worlds', '5', '--csv', path('five.csv')));
    expect(report).toMatchObject({ worlds: 5, of: 5, rounds: 12, arms: [{ label: '', worlds: 5 }] });
    const rows = csvParse(textOf('five.csv'));
    expect(rows.map(({ world }) => world)).toEqual(['1', '2', '3', '4', '5']);
    const run = reportOf(await inProcess('run', ...SMALL, '--seed', rows[3].seed));
    expect(rows[3]).toMatchObject({
      hash: run.hash,
      posts: String(run.outcomes.posts),
      active_share: String(run.outcomes.active_share),
    });
    const posts = rows.map(row => Number(row.posts)).sort((a, b) => a - b);
    expect(report.arms[0].outcomes.posts).toMatchObject({ n: 5, median: posts[2] });
  });

  it('keeps the worlds that were played where the place of their table takes no more', async () => {
    const { code, stdout, stderr } = await worlds('--worlds', '4', '--csv', '/dev/full');
    expect([code, stderr]).toEqual([1, expect.stringContaining('cannot write /dev/full: no space is left')]);
    expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ worlds: 4, of: 4 });
    const aside = /the worlds that were played are in (\S+)/.exec(stderr)?.[1] ?? '';
    reportOf(await worlds('--worlds', '4', '--csv', path('four.csv')));
    expect(readFileSync(aside, 'utf8')).toBe(textOf('four.csv'));
    rmSync(dirname(aside), { recursive: true });
  });

  it('keeps the interval of a count’s mean at 0 or above', async () => {
    const few = ['--network', 'small-world', '--agents', '20', '--rounds', '20', '--set', 'warm_up=0'];
    few.push('--set', 'cascade_counts=reshares_and_replies');
    const given = [...few, '--worlds', '6', '--seed', '3', '--change', 'activity=0.5'];
    const report = reportOf(await inProcess('worlds', ...given, '--cores', '1'));
    const { people_reached: reached } = report.arms[0].outcomes;
    expect([reached.mean_95[0], reached.mean_95[1] > reached.mean]).toEqual([0, true]);
    const { posts } = report.difference_to_first[0].outcomes;
    expect(posts.mean_95[0]).toBeLessThan(0);
  });

  it('writes the same bytes from several threads, from parts, and in two invocations', async () => {
    const all = ['--worlds', '9', '--sweep', 'resharing=0.4,2'];
    reportOf(await worlds(...all, '--csv', path('one.csv')));
    const whole = textOf('one.csv');
    expect(csvParse(whole).length).toBe(18);
    reportOf(await cli('worlds', ...SMALL, ...all, '--cores', '3', '--csv', path('threads.csv')));
    expect(textOf('threads.csv')).toBe(whole);
    for (const part of ['1', '2', '3'])
      reportOf(await worlds(...all, '--shard', `${part}/3`, '--csv', path(`part${part}.csv`)));
    const merged = await inProcess(
      'merge',
      ...[3, 1, 2].map(part => path(`part${part}.csv`)),
      '--csv',
      path('merged.csv'),
    );
    expect([merged.code, merged.stdout]).toEqual([0, `{"worlds":18,"csv":"${path('merged.csv')}"}\n`]);
    expect(textOf('merged.csv')).toBe(whole);
    const again = reportOf(await worlds(...all, '--csv', path('part2.csv')));
    expect([again.worlds, textOf('part2.csv')]).toEqual([18, whole]);
  }, 60_000);

  it('gives differences of several set-ups with intervals that hold for all together, also as CSV', async () => {
    // 0.8 is the preset's.
    const sweep = ['--worlds', '12', '--sweep', 'resharing=0.8,3,6'];
    const report = reportOf(await worlds(...sweep, '--differences', path('differences.csv')));
    const [first] = report.difference_to_first;
    expect(first.outcomes.active_share.comparisons).toBe(2);
    const { mean_95: own, mean_95_all: all } = first.outcomes.active_share;
    expect(all[0]).toBeLessThan(own[0]);
    expect(all[1]).toBeGreaterThan(own[1]);
    const rows = csvParse(textOf('differences.csv')).filter(({ outcome }) => outcome === 'active_share');
    expect(rows.map(row => [row.label, row.reference, row.mean, row.low_95, row.high_95_all])).toEqual(
      report.difference_to_first.map(({ label, outcomes: { active_share: share } }: typeof first) => [
        ...[label, '0', String(share.mean), String(share.mean_95[0]), String(share.mean_95_all[1])],
      ]),
    );
    const pair = reportOf(await worlds('--worlds', '6', '--change', 'resharing=6'));
    expect(pair.difference_to_first[0].outcomes.active_share).not.toHaveProperty('mean_95_all');
    expectLine(
      await worlds('--worlds', '2', '--differences', path('none.csv')),
      '--differences is for several set-ups',
    );
  });

  it('compares with the same worlds changed in one thing, world by world', async () => {
    const report = reportOf(
      await worlds('--worlds', '8', '--change', 'resharing=6', '--csv', path('pair.csv')),
    );
    expect(report.arms.map(({ label }: { label: string }) => label)).toEqual(['', 'resharing=6']);
    const [{ outcomes }] = report.difference_to_first;
    const rows = csvParse(textOf('pair.csv'));
    const differences = rows.slice(8).map((row, i) => Number(row.posts) - Number(rows[i].posts));
    expect(rows.slice(8).map(({ seed }) => seed)).toEqual(rows.slice(0, 8).map(({ seed }) => seed));
    expect(outcomes.posts).toMatchObject({
      n: 8,
      mean: differences.reduce((sum, one) => sum + one, 0) / 8,
      more: differences.filter(one => one > 0).length,
    });
    expect(outcomes.posts.mean).toBeGreaterThan(0);
    const none = reportOf(await worlds('--worlds', '3', '--change', '4:resharing:0.8'));
    for (const row of Object.values<{ mean: number }>(none.difference_to_first[0].outcomes))
      expect(row.mean).toBe(0);
  });

  it('plays a post again from the round after it was posted', async () => {
    reportOf(await inProcess('run', ...SMALL, '--seed', '6', '--out', path('run.json')));
    const { posts } = JSON.parse(textOf('run.json'));
    const post = posts.find(
      ({ kind, tick }: { kind: string; tick: number }) => kind === 'original' && tick > 2,
    );
    const report = reportOf(
      await worlds('--seed', '6', '--worlds', '4', '--post', post.post_id, '--csv', path('post.csv')),
    );
    expect(report.chance_from).toBe(post.tick + 1);
    expect(report.arms[0].outcomes.post_people.n).toBe(4);
    const [row] = csvParse(textOf('post.csv'));
    const change = `${post.tick + 1}:chance:${row.seed}`;
    const run = reportOf(await inProcess('run', ...SMALL, '--seed', '6', '--change-at', change));
    expect(run.hash).toBe(row.hash);
  });

  it('refuses a post that the changed run would not have made', async () => {
    const { posts } = JSON.parse(textOf('run.json'));
    const post = posts.find(({ tick }: { tick: number }) => tick > 2);
    const again = ['--seed', '6', '--worlds', '2', '--post', post.post_id];
    expectLine(
      await worlds(...again, '--from', String(post.tick)),
      `${post.post_id} came in round ${post.tick}`,
    );
    expectLine(
      await worlds(...again, '--change', 'resharing=6'),
      'is another one: what is compared may differ',
    );
    reportOf(await worlds(...again, '--change', `${post.tick + 1}:resharing:6`));
  });

  it('keeps the worlds already played when it is interrupted, and continues', async () => {
    const many = ['worlds', ...SMALL, '--worlds', '4000', '--cores', '2', '--csv', path('long.csv')];
    /** Interrupts the command, later and later, until it has played more worlds than there were. */
    const interrupted = async (before: number): Promise<number> => {
      for (let time = 1000; time < 20_000; time *= 2) {
        const child = running(...cli.command(...many));
        await wait(time);
        child.kill('SIGINT');
        const { code, stderr } = await child.ended;
        const rows = existsSync(path('long.csv')) ? csvParse(textOf('long.csv')).length : 0;
        if (rows <= before) continue;
        const told = `interrupted after ${rows - before} of ${4000 - before} worlds; the same command continues`;
        expect([code, stderr]).toEqual([130, expect.stringContaining(told)]);
        return rows;
      }
      throw new Error(`no more than ${before} worlds were played before each interruption`);
    };
    const played = await interrupted(0);
    const more = await interrupted(played);
    expect(more).toBeLessThan(4000);
  }, 60_000);
});

describe('an existing table', () => {
  it('is extended, and left as it is once it is complete, by several threads as well', async () => {
    reportOf(await worlds('--worlds', '3', '--csv', path('grown.csv')));
    reportOf(await worlds('--worlds', '6', '--csv', path('grown.csv')));
    const six = textOf('grown.csv');
    reportOf(await worlds('--worlds', '6', '--csv', path('six.csv')));
    expect(textOf('six.csv')).toBe(six);
    const two = ['--cores', '2', '--worlds', '6', '--csv', path('six.csv')];
    const again = reportOf(await inProcess('worlds', ...SMALL, ...two));
    expect([again.worlds, textOf('six.csv')]).toEqual([6, six]);
    const fewer = reportOf(await worlds('--worlds', '4', '--csv', path('six.csv')));
    expect([fewer.worlds, fewer.of, textOf('six.csv')]).toEqual([4, 4, six]);
  });

  it('is refused where it was made from other files of the same name', async () => {
    const mine = ['--network', path('edges.csv'), '--rounds', '8', '--worlds', '2'];
    const table = ['--cores', '1', '--csv', path('edges-worlds.csv')];
    writeFileSync(path('edges.csv'), 'a,b\nb,c\nc,a\n');
    expect((await inProcess('worlds', ...mine, ...table)).code).toBe(0);
    writeFileSync(path('edges.csv'), 'a,b\nb,c\nc,d\n');
    const { code, stderr } = await inProcess('worlds', ...mine, ...table);
    expect([code, stderr]).toEqual([2, expect.stringContaining('holds worlds of another plan')]);
  });
});

describe('worlds that cannot be played', () => {
  it.each([
    [['--worlds', '0'], '--worlds must be a whole number from 1 to 1000000, not 0'],
    [['--sweep', 'sharing=1,2'], 'parameter "sharing" is unknown to model social'],
    [['--sweep', 'liking=1:9'], 'a range reads from:to:step'],
    [['--sweep', 'liking=1,2', '--change', 'liking=2'], 'give one of them'],
    [
      ['--sweep', 'liking=1,2', '--sweep', 'posting=1,2', '--sweep', 'replying=1,2'],
      '3 parameters are swept',
    ],
    [['--change', '4:likng:3'], 'parameter "likng" is unknown'],
    [['--post', 'post_9999'], 'there is no post_9999: the last is post_'],
    [['--post', 'first'], '"first" is not a post’s id; one reads post_012'],
    [['--sweep', 'resharing=:1:0.5'], 'a range reads from:to:step'],
    [['--from', '40'], 'new draws from round 40 leave nothing of 12 rounds'],
    [['--shard', '4/3'], 'parts of 3 are 1/3 to 3/3'],
    [['--set', 'half_life=x'], 'half_life must be'],
  ])('are refused in one line: %o', async (args, words) => {
    expectLine(await worlds('--worlds', '2', ...args), words);
  });

  it('leave a table of other worlds, and any other file, as it was', async () => {
    reportOf(await worlds('--worlds', '2', '--csv', path('two.csv')));
    const before = textOf('two.csv');
    expectLine(
      await worlds('--worlds', '2', '--seed', '9', '--csv', path('two.csv')),
      'holds worlds of another plan',
    );
    expect(textOf('two.csv')).toBe(before);
    writeFileSync(path('mine.csv'), 'name,age\nAda,36\n');
    expectLine(
      await worlds('--worlds', '3', '--csv', path('mine.csv')),
      'is not a table of worlds: it begins with name,age',
    );
    expect(textOf('mine.csv')).toBe('name,age\nAda,36\n');
    expectLine(
      await inProcess('merge', path('two.csv'), path('none.csv'), '--csv', path('all.csv')),
      'cannot read ',
    );
  });

  it('report a full disk', async () => {
    const { code, stderr } = await cliOnFullDisk(
      2,
      'worlds',
      ...SMALL,
      '--worlds',
      '20',
      '--csv',
      path('full.csv'),
    );
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^statescope: .*(full\.csv|file too large)[^\n]*\n$/i),
    ]);
    expect(readdirSync(folder)).not.toContain('full.csv');
  });
});
