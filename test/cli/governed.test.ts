import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparePairedRuns } from '../../src/engine/models/governed/reports/governedComparison.ts';
import {
  type GovernedDocument,
  governedDocumentSchema,
} from '../../src/engine/models/governed/reports/governedRecord.ts';
import { benchOf, CORPUS, openMissions, playOut } from '../engine/models/governed/mission.ts';
import { documentText, playTo } from '../engine/play.ts';
import { expectLine, inProcess, type Outcome } from './command.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-governed-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = (name: string) => join(folder, name);
function file(name: string, content: string | Uint8Array): string {
  writeFileSync(path(name), content);
  return path(name);
}
function folderOf(name: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  mkdirSync(path(name), { recursive: true });
  for (const [inside, content] of Object.entries(files)) writeFileSync(join(path(name), inside), content);
  return path(name);
}
const text = (name: string) => readFileSync(path(name), 'utf8');
const documentOf = (name: string): GovernedDocument => governedDocumentSchema.parse(JSON.parse(text(name)));
const run = (...args: string[]) => inProcess('run', '--model', 'governed', ...args);
const summaryOf = ({ code, stdout, stderr }: Outcome) => {
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout.trim().split('\n').at(-1)!);
};
const ownCorpus = folderOf(
  'documents',
  Object.fromEntries(CORPUS.map(({ name, bytes }) => [name, bytes] as const)),
);
const GOALS = ['How is the architecture built?', 'Find the nothing', 'Who executes jobs?'];
const ownMissions = file('goals.txt', `# three goals\n${GOALS.join('\n\n')}\n`);
const OWN = ['--corpus', ownCorpus, '--missions', ownMissions];
/** The whole run, played once for all that compare with it, and the place of its document. */
const wholes = new Map<string, readonly [whole: Outcome, out: string]>();
async function wholeOf(...args: readonly string[]): Promise<readonly [Outcome, string]> {
  const key = args.join(' ');
  const out = `whole-${wholes.size}.json`;
  const made = wholes.get(key) ?? ([await run(...args, '--out', path(out)), out] as const);
  wholes.set(key, made);
  return made;
}
/** 51 MB of one word. */
const LARGE = new Uint8Array(51_000_000).fill(0x78);

describe('run --model governed', () => {
  it('plays the built-in missions until all have ended, and the document is the engine’s', async () => {
    const summary = summaryOf(await run('--out', path('default.json')));
    const alone = await playOut(await openMissions());
    expect(summary).toMatchObject({
      hash: alone.hash,
      model: 'governed',
      agents: 24,
      rounds: alone.rounds,
      seed: 7,
      distribution: { init: 0, finishing: 24 },
    });
    expect(summary.rounds).toBeLessThan(100);
    expect(text('default.json')).toBe(documentText(alone));
    documentOf('default.json');
  });

  it('with --governance off plays what --set governance=false plays, to the limit of steps', async () => {
    const off = summaryOf(await run('--governance', 'off', '--out', path('off.json')));
    expect(summaryOf(await run('--set', 'governance=false')).hash).toBe(off.hash);
    const { agents, decisions, config } = documentOf('off.json');
    expect(config.parameters.governance).toBe(false);
    expect(new Set(agents.map(({ outcome }) => outcome))).toEqual(new Set(['finished', 'cut_off']));
    expect(decisions.filter(({ advice, kind }) => advice !== null || kind === 'verdict')).toEqual([]);
    expect(summaryOf(await run('--governance', 'on')).hash).not.toBe(off.hash);
  });

  it('searches the user’s own documents for the user’s own goals, and names both by their hash', async () => {
    const { hash, agents } = summaryOf(await run(...OWN, '--out', path('own.json')));
    const alone = await playOut(await openMissions({ goals: GOALS }));
    expect([hash, agents]).toEqual([alone.hash, 3]);
    const { config, agents: rows, calls } = documentOf('own.json');
    expect(rows.map(({ mission }) => mission)).toEqual(GOALS);
    expect(config.corpus).toMatchObject({ name: 'files', count: 3 });
    expect(config.missions).toMatchObject({ name: 'goals.txt', count: 3 });
    const found = new Set(calls.flatMap(({ documents }) => documents));
    expect(found.size).toBeGreaterThan(0);
    for (const name of found) expect(CORPUS.map(document => document.name)).toContain(name);
  });

  it('names documents by their path in the folder, whatever the working folder', async () => {
    mkdirSync(path('documents/deep'), { recursive: true });
    writeFileSync(path('documents/deep/inside.md'), '# Inside\nThe zebra is inside.');
    writeFileSync(path('documents/picture.png'), 'no text');
    const goal = file('zebra.txt', 'Find the zebra');
    const before = process.cwd();
    const hashes: string[] = [];
    for (const [from, corpus] of [
      [folder, 'documents'],
      [folder, './documents/'],
      [ownCorpus, '.'],
      [path('documents/deep'), '..'],
      [before, ownCorpus],
    ]) {
      process.chdir(from);
      const outcome = await run('--corpus', corpus, '--missions', goal, '--out', path('deep.json'));
      process.chdir(before);
      hashes.push(summaryOf(outcome).hash);
      const found = documentOf('deep.json').calls.flatMap(({ documents }) => documents);
      expect(new Set(found)).toEqual(new Set(['deep/inside.md']));
    }
    expect(new Set(hashes).size).toBe(1);
    rmSync(path('documents/deep'), { recursive: true });
    rmSync(path('documents/picture.png'));
  });

  it('repeats the missions for more agents, and reports it', async () => {
    const { code, stdout, stderr } = await run('--agents', '40');
    expect([code, stderr]).toEqual([0, '24 missions for 40 agents: repeated\n']);
    expect(JSON.parse(stdout)).toMatchObject({ agents: 40, distribution: { finishing: 40 } });
  });

  it('ends after --rounds with missions under way', async () => {
    const { rounds, distribution } = summaryOf(await run('--rounds', '5', '--out', path('five.json')));
    expect(rounds).toBe(5);
    expect(distribution.finishing).toBeLessThan(24);
    const five = await playTo(await openMissions(), 5);
    expect(text('five.json')).toBe(documentText(five));
    expect(documentOf('five.json').agents.some(({ outcome }) => outcome === 'under_way')).toBe(true);
  });

  it('with second chances sends stuck missions back, verifies, and has its stays and ways counted', async () => {
    const out = path('chances.json');
    const { outcomes, hash } = summaryOf(await run('--set', 'second_chances=2', '--out', out));
    const alone = await playOut(await openMissions({ parameters: { second_chances: 2 } }));
    expect([hash, text('chances.json')]).toEqual([alone.hash, documentText(alone)]);
    expect(outcomes.resumed).toBeGreaterThan(5);
    expect(JSON.parse((await inProcess('verify', out)).stdout).verdict).toBe('verified');
    const stats = JSON.parse((await inProcess('stats', '--run', out)).stdout.trim().split('\n').at(-1)!);
    const { dwell, flow } = stats.regions[0];
    const { states } = documentOf('chances.json');
    const leaves = states.filter(state => !['working', 'where_it_was', 'stuck'].includes(state));
    expect(dwell.map(({ state }: { state: string }) => state)).toEqual(leaves);
    const back = flow.filter(({ trigger }: { trigger: string }) => trigger === 'resume');
    const ways = back.map(({ from, to }: { from: string; to: string }) => `${from} > ${to}`);
    expect(ways).toEqual([
      'stuck_search > searching',
      'stuck_analyze > analyzing',
      'stuck_decide > deciding',
    ]);
    const count = back.reduce((sum: number, one: { count: number }) => sum + one.count, 0);
    expect(count).toBe(outcomes.resumed);
  });

  it('refuses more second chances than there can be', async () => {
    expectLine(await run('--set', 'second_chances=4'), 'second_chances');
  });

  it('under the preset sensible finishes every mission', async () => {
    summaryOf(await run('--preset', 'sensible', '--out', path('sensible.json')));
    const { agents, config } = documentOf('sensible.json');
    expect(config.parameters).toMatchObject({ characters: false, obedience: 1 });
    expect(new Set(agents.map(({ character }) => character))).toEqual(new Set(['searcher']));
    expect(agents.filter(({ outcome }) => outcome !== 'finished')).toEqual([]);
  });
});

describe('compare --model governed', () => {
  it('ends with the sums of what the engine’s own comparison gives, under a line for each mission', async () => {
    const { code, stdout, stderr } = await inProcess('compare', '--model', 'governed');
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(1 + 24 + 8 + 1);
    const report = await comparePairedRuns(await benchOf({}));
    const { limit, limits } = JSON.parse(lines.at(-1)!);
    expect([limit, limits.map((at: { limit: number }) => at.limit)]).toEqual([
      24,
      [8, 12, 16, 24, 32, 48, 64, 96],
    ]);
    for (const [i, { without, with: governed }] of report.points.entries()) {
      const { endings, ...costs } = governed;
      expect(limits[i].with).toEqual({ ...endings, ...costs });
      expect(limits[i].saved.steps).toBe(without.steps - governed.steps);
    }
    for (const [i, { without, with: governed }] of report.rows.entries())
      expect(lines[i + 1]).toMatch(
        new RegExp(`${without.ending}.* ${without.steps} .* ${governed.ending}.* ${governed.steps} `),
      );
  });

  it('is two runs of the seed, to the last digit', async () => {
    const { stdout } = await inProcess('compare', '--model', 'governed', '--seed', '7');
    const { limits } = JSON.parse(stdout.trimEnd().split('\n').at(-1)!);
    const own = limits.find((at: { limit: number }) => at.limit === 24);
    for (const [side, governance] of [
      ['without', 'off'],
      ['with', 'on'],
    ]) {
      const { outcomes } = summaryOf(await run('--seed', '7', '--governance', governance));
      const { calls: _, ...counted } = own[side];
      expect(outcomes).toEqual(counted);
    }
  });

  it('takes the user’s own goals and documents', async () => {
    const { code, stdout } = await inProcess('compare', '--model', 'governed', ...OWN);
    expect([code, stdout.trimEnd().split('\n').length]).toEqual([0, 13]);
  });

  it.each([
    ['another model', ['compare', '--model', 'social'], 'compare is for models governed, librarian'],
    ['a replay of nothing', ['compare', '--oracle', 'replay'], '--oracle replay needs --answers'],
    ['bad goals', ['compare', '--model', 'governed', '--missions', path('none')], 'there is no such file'],
  ])('of %s is bad usage', async (_, args, words) => {
    expectLine(await inProcess(...args), words);
  });

  it('does not take a recording, because another run asks for other answers', async () => {
    const free = path('free.json');
    await inProcess('run', '--model', 'governed', '--governance', 'off', '--out', free);
    expectLine(
      await inProcess('compare', '--oracle', 'replay', '--answers', free),
      'free.json has the answers of one run',
    );
  });

  it.each([['--per-archetype'], ['--texts'], ['--form', 'letter']])(
    'and run refuse %s: there are no choices',
    async (...flags) => {
      const oracle = ['--oracle', 'openai', '--oracle-model', 'm'];
      expectLine(await inProcess('run', '--model', 'governed', ...oracle, ...flags), 'is about choices');
    },
  );
});

describe('a saved run', () => {
  it.each([
    ['governed', 0, []],
    ['governed', 1, []],
    ['governed', 4, []],
    ['governed', 13, []],
    ['without governance', 9, ['--governance', 'off']],
    ['of many', 6, ['--agents', '60', '--seed', '3', '--set', 'active=30']],
    ['of one’s own', 3, OWN],
  ] as const)('%s continues after round %d to the bytes of the whole run', async (_, rounds, args) => {
    const saved = path('saved.json');
    const { code } = await run(...args, '--rounds', String(rounds), '--checkpoint', saved);
    expect(code).toBe(0);
    const own = args === OWN ? OWN : [];
    const resumed = await inProcess('run', '--resume', saved, ...own, '--out', path('resumed.json'));
    const [whole, out] = await wholeOf(...args);
    expect(resumed.code).toBe(0);
    expect(resumed.stdout).toBe(whole.stdout);
    expect(JSON.parse(whole.stdout).rounds).toBeGreaterThan(rounds);
    expect(text('resumed.json') === text(out)).toBe(true);
  });

  it('continues from one checkpoint to the next, in its own file, to the same bytes', async () => {
    const saved = path('chain.json');
    await run('--rounds', '3', '--checkpoint', saved);
    for (const rounds of ['5', '6', '11'])
      summaryOf(await inProcess('run', '--resume', saved, '--rounds', rounds, '--checkpoint', saved));
    summaryOf(await inProcess('run', '--resume', saved, '--out', path('chained.json')));
    const [, out] = await wholeOf();
    expect(text('chained.json') === text(out)).toBe(true);
  });

  it('that has ended stays as it is', async () => {
    const saved = path('ended.json');
    const { hash } = summaryOf(await run('--checkpoint', saved));
    expect(summaryOf(await inProcess('run', '--resume', saved)).hash).toBe(hash);
  });

  const saved = (name: string) => path(`${name}.json`);
  beforeAll(async () => {
    await run('--rounds', '4', '--checkpoint', saved('good'));
    await run('--rounds', '5', '--out', path('five.json'));
    await run(...OWN, '--rounds', '3', '--checkpoint', saved('own'));
  });
  const parsed = () => JSON.parse(text('good.json'));
  const signed = (value: { head: object; body: object }) => {
    const sha256 = createHash('sha256').update(JSON.stringify(value.body)).digest('hex');
    return JSON.stringify({ head: { ...value.head, sha256 }, body: value.body });
  };
  it.each<[string, () => string, string]>([
    ['is cut', () => text('good.json').slice(0, -1000), 'is not a checkpoint: it is not JSON'],
    ['is empty', () => '', 'is not a checkpoint: it is not JSON'],
    ['has another byte', () => text('good.json').replace('"tick":4', '"tick":5'), 'is damaged'],
    ['lacks its body', () => JSON.stringify({ head: parsed().head }), 'is damaged'],
    ['is null', () => 'null', 'is not a checkpoint'],
    ['is a run document', () => text('five.json'), 'is a run document, not a checkpoint'],
    [
      'is of another version',
      () => signed({ ...parsed(), head: { ...parsed().head, version: 1 } }),
      'is a checkpoint of version 1, and 3 is read: replay its run document instead',
    ],
    [
      'is of another engine',
      () => signed({ ...parsed(), head: { ...parsed().head, engine: '0.0.1' } }),
      'was written by engine 0.0.1',
    ],
    [
      'the corpus of the checkpoint',
      () => {
        const { head, body } = parsed();
        const corpus = { ...body.inputs.corpus, sha256: 'ab'.repeat(32) };
        return signed({ head, body: { ...body, inputs: { ...body.inputs, corpus } } });
      },
      'the corpus of the checkpoint (fingerprint abababab) and handbook',
    ],
  ])('that %s is refused, and the --out that is there stays whole', async (_, content, words) => {
    const out = file('kept.json', 'what was there');
    const before = readdirSync(folder).length;
    const outcome = await inProcess('run', '--resume', file('bad.json', content()), '--out', out);
    expectLine(outcome, words);
    expect(text('kept.json')).toBe('what was there');
    expect(readdirSync(folder).length - before).toBeLessThanOrEqual(1);
  });

  it.each<[string, () => readonly string[], string]>([
    ['without its own files', () => [], 'was saved with your own corpus; give it with --corpus'],
    [
      'with other goals',
      () => ['--corpus', ownCorpus, '--missions', file('others.txt', 'Find me')],
      'the missions of the checkpoint (fingerprint ',
    ],
    ['with another network', () => [...OWN, '--network', 'congress'], '--network cannot be given'],
    ['with another seed', () => [...OWN, '--seed', '1'], '--seed cannot be given'],
    [
      'to a round that is past',
      () => [...OWN, '--rounds', '2'],
      'was saved after round 3, but --rounds is only 2',
    ],
  ])('of the user’s own %s is refused', async (_, args, words) => {
    expectLine(await inProcess('run', '--resume', saved('own'), ...args()), words);
  });

  it('of the built-in goals refuses the user’s own', async () => {
    expectLine(
      await inProcess('run', '--resume', saved('good'), '--missions', ownMissions),
      'the missions of the checkpoint (fingerprint ',
    );
  });
});

describe('a replay', () => {
  const replay = (name: string, ...more: string[]) =>
    inProcess('run', '--oracle', 'replay', '--answers', path(name), ...more);

  it('repeats a run with its own files to the same hash', async () => {
    const { hash } = summaryOf(await run(...OWN, '--out', path('own.json')));
    expect(summaryOf(await replay('own.json', ...OWN))).toMatchObject({ hash, replay: { same: true } });
  });

  it.each<[string, () => readonly string[], string]>([
    ['own.json', () => ['--corpus', ownCorpus], 'a missions file of your own (fingerprint '],
    [
      'own.json',
      () => ['--missions', ownMissions, '--corpus', folderOf('others', { 'a.md': 'x' })],
      'open the documents of the recording together with it',
    ],
    [
      'five.json',
      () => ['--missions', ownMissions],
      'open the list of missions of the recording together with it',
    ],
    ['five.json', () => ['--corpus', ownCorpus], 'open the documents of the recording together with it'],
  ])('of %s with other files is refused', async (name, args, words) => {
    await run(...OWN, '--out', path('own.json'));
    await run('--rounds', '5', '--out', path('five.json'));
    expectLine(await replay(name, ...args()), words);
  });
});

describe('bad input of a governed run', () => {
  const large = file('large.txt', LARGE);
  const nul = 'a\0b';
  const latin = Buffer.from('café', 'latin1');

  it.each<[string, readonly string[], string]>([
    ['an empty folder', ['--corpus', folderOf('empty', {})], 'it contains no .md or .txt file'],
    ['a folder without texts', ['--corpus', folderOf('pictures', { 'a.png': 'x' })], 'no .md or .txt file'],
    ['documents without text', ['--corpus', folderOf('blank', { 'a.md': ' \n' })], 'a.md has no text'],
    ['a folder that is not there', ['--corpus', path('nowhere')], 'there is no such folder'],
    ['a file for a folder', ['--corpus', ownMissions], 'it is not a folder'],
    ['a document of 51 MB', ['--corpus', folderOf('large', { 'a.md': LARGE })], 'more than 50.0 MB'],
    ['a document of 6 MB', ['--corpus', folderOf('six', { 'a.md': LARGE.slice(0, 6e6) })], '6.0 MB'],
    ['a binary document', ['--corpus', folderOf('nul', { 'a.md': nul })], 'a.md is not text'],
    [
      'a document in Latin-1',
      ['--corpus', folderOf('latin', { 'b.txt': latin })],
      'b.txt, line 1: the letters of',
    ],
    ['goals of 51 MB', ['--missions', large], 'it is 51.0 MB; at most 50.0 MB are read'],
    ['binary goals', ['--missions', file('nul.txt', nul)], 'nul.txt is not text'],
    ['goals in Latin-1', ['--missions', file('latin.txt', latin)], 'latin.txt, line 1: the letters of'],
    ['a goal of 100 kB', ['--missions', file('long.txt', 'x'.repeat(1e5))], '100,000 characters, at most'],
    ['no goals', ['--missions', file('none.txt', '# none\n\n')], 'none.txt has no missions'],
    ['a folder of goals', ['--missions', ownCorpus], 'it is a folder'],
    [
      'an unknown character',
      ['--missions', file('hero.json', '[{"goal":"x","character":"hero"}]')],
      'hero.json: mission 1: character "hero" is unknown; available: searcher',
    ],
    ['a broken list', ['--missions', file('broken.json', '[{"goal":')], 'broken.json is not JSON'],
    [
      'a negative limit',
      ['--set', 'same_tool=-1'],
      'same_tool must be a whole number from 2 to 1000, not -1',
    ],
    ['no steps at all', ['--set', 'step_limit=0'], 'step_limit must be a whole number from 1'],
    ['a change in mid-run', ['--set', 'same_tool=4@3'], 'same_tool cannot be changed in mid-run'],
    ['a network', ['--network', 'congress'], 'model governed takes no network'],
    ['half a governance', ['--governance', 'maybe'], '--governance must be on or off, not maybe'],
    ['no agents', ['--agents', '0'], '--agents must be a whole number from 1, not 0'],
    ['too many agents', ['--agents', '100001'], 'agents must be a whole number from 1 to 100,000'],
    ['a preset of the other model', ['--preset', 'realistic'], 'preset "realistic" is unknown'],
  ])('is one line, and the --out that is there stays whole: %s', async (_, args, words) => {
    const out = file('kept.json', 'what was there');
    expectLine(await run(...args, '--out', out), words);
    expect(text('kept.json')).toBe('what was there');
  });

  it.each([
    ['--missions', ownMissions, 'model social takes no missions'],
    ['--corpus', ownCorpus, 'model social takes no corpus'],
    ['--governance', 'on', 'parameter "governance" is unknown to model social'],
  ])('is %s for the social model', async (option, value, words) => {
    expectLine(await inProcess('run', option, value), words);
  });

  it('leaves nothing behind where the second of two files cannot be written', async () => {
    const out = file('kept.json', 'what was there');
    const before = readdirSync(folder);
    expectLine(await run('--out', out, '--checkpoint', path('nowhere/x.json')), 'its folder does not exist');
    expectLine(await run('--out', out, '--checkpoint', out), '--out and --checkpoint name the same file');
    expect(readdirSync(folder)).toEqual(before);
    expect(text('kept.json')).toBe('what was there');
  });

  it('leaves both files as they were where nobody answers', async () => {
    const out = file('kept.json', 'what was there');
    const saved = file('kept-too.json', 'that as well');
    const before = readdirSync(folder);
    const server = ['--oracle', 'ollama', '--oracle-url', 'http://127.0.0.1:9', '--oracle-model', 'm'];
    const outcome = await run(...server, '--out', out, '--checkpoint', saved);
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toMatch(/^statescope: Nothing answers at http:\/\/127\.0\.0\.1:9\. [^\n]+\n$/);
    expect([text('kept.json'), text('kept-too.json')]).toEqual(['what was there', 'that as well']);
    expect(readdirSync(folder)).toEqual(before);
  });
});
