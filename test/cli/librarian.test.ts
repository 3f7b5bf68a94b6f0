import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type LibrarianDocument,
  librarianDocumentSchema,
} from '../../src/engine/models/librarian/reports/librarianRecord.ts';
import { ATTIC } from '../engine/models/librarian/own.ts';
import { act, openReaders, playOut } from '../engine/models/librarian/reading.ts';
import { SPECIFICATION } from '../engine/models/librarian/specification.ts';
import { documentText, playTo } from '../engine/play.ts';
import { expectLine, inProcess, type Outcome } from './command.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-librarian-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = (name: string) => join(folder, name);
function file(name: string, content: string | Uint8Array): string {
  mkdirSync(dirname(path(name)), { recursive: true });
  writeFileSync(path(name), content);
  return path(name);
}
function folderOf(name: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  mkdirSync(path(name), { recursive: true });
  for (const [inside, content] of Object.entries(files)) file(`${name}/${inside}`, content);
  return path(name);
}
const text = (name: string) => readFileSync(path(name), 'utf8');
const documentOf = (name: string): LibrarianDocument => librarianDocumentSchema.parse(JSON.parse(text(name)));
const run = (...args: string[]) => inProcess('run', '--model', 'librarian', '--rounds', '1000', ...args);
const summaryOf = ({ code, stdout, stderr }: Outcome) => {
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout.trim().split('\n').at(-1)!);
};
const attic = file('attic.md', ATTIC['attic.md']);
const texts = folderOf('texts', {
  ...ATTIC,
  'b.txt': '# B\nThe key is brass.\nQ: What is the key made of?\nA: brass',
});
const memory = file('memory.json', SPECIFICATION.memory);
const memories = folderOf('memories', {
  'agent_002.json': '{"storage": {"k": "two"}, "state": "executing"}',
  'memory.json': '{"storage": {"k": "rest"}}',
});
const config = file(
  'config.json',
  '{"agent": {"paging_limit": {"max_tokens": 32}, "iterate": {"max_iterations": 30}}}',
);
const OWN = ['--source', attic, '--memory', memory, '--config', config, '--agents', '3'];

/** The whole run, played once for all that compare with it, and the place of its document. */
const wholes = new Map<string, readonly [summary: object, out: string]>();
async function wholeOf(...args: readonly string[]): Promise<readonly [object, string]> {
  const key = args.join(' ');
  const out = `whole-${wholes.size}.json`;
  const made = wholes.get(key) ?? ([summaryOf(await run(...args, '--out', path(out))), out] as const);
  wholes.set(key, made);
  return made;
}

const GIVEN = {
  memory: SPECIFICATION.memory,
  config: readFileSync(config, 'utf8'),
  setup: { agents: 3 },
};

describe('a damaged memory', () => {
  const whole = '{"storage": {"k": "kept"}}';
  const played = async (...args: string[]) => run('--source', attic, '--agents', '3', ...args);

  it('is replaced by its previous version, and a note says so', async () => {
    const damaged = file('cut/memory.json', '{"storage": {"k": "ke');
    file('cut/memory.json.previous', whole);
    const { code, stdout, stderr } = await played('--memory', damaged);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^memory\.json is not JSON.*; memory\.json\.previous was read instead\n/);
    const { stdout: intact } = await played('--memory', file('whole/memory.json', whole));
    const hashOf = (text: string) => JSON.parse(text.trim().split('\n').at(-1)!).hash;
    expect(hashOf(stdout)).toBe(hashOf(intact));
  });

  it('is replaced file by file in a folder', async () => {
    const inside = folderOf('each', {
      'agent_001.json': '',
      'agent_001.json.previous': whole,
      'agent_002.json': whole,
    });
    const { code, stderr } = await played('--memory', inside);
    expect(code).toBe(0);
    expect(stderr.match(/was read instead/g)).toHaveLength(1);
    expect(stderr).toContain('agent_001.json.previous was read instead');
  });

  it('is refused where no whole version exists', async () => {
    expectLine(await played('--memory', file('lost/memory.json', '{')), 'memory.json is not JSON');
    file('lost/memory.json.previous', '{');
    expectLine(await played('--memory', path('lost/memory.json')), 'memory.json is not JSON');
  });
});

describe('run --model librarian', () => {
  it('plays the built-in tasks until all have stopped, and the document is the engine’s', async () => {
    const summary = summaryOf(await run('--out', path('default.json')));
    const alone = await playOut(await openReaders({ source: null }));
    expect(summary).toMatchObject({
      hash: alone.hash,
      model: 'librarian',
      agents: 18,
      rounds: alone.rounds,
      seed: 3,
      distribution: { thinking: 0, stopped: 18 },
      recall: { careful: { asked: 84 }, hasty: { asked: 84 }, sliding: { asked: 84 } },
    });
    expect(text('default.json')).toBe(documentText(alone));
    expect(documentOf('default.json').config.source).toMatchObject({ name: 'built-in', count: 6 });
  });

  it('reads the user’s own text, memory and configuration, and names them by their hash', async () => {
    const { hash, agents } = summaryOf(await run(...OWN, '--out', path('own.json')));
    const alone = await playOut(await openReaders(GIVEN));
    expect([hash, agents]).toEqual([alone.hash, 3]);
    const { config, agents: rows } = documentOf('own.json');
    expect(config).toMatchObject({
      source: { name: 'attic.md', count: 1 },
      memory: { name: 'memory.json', count: 1 },
      config: { name: 'config.json', count: 1 },
      parameters: { paging_limit: 32, max_iterations: 30 },
    });
    for (const { memory } of rows)
      expect({ ...memory.storage, ...memory.working_memory }).toMatchObject({
        persistent_key1: 'persistent_value1',
      });
  });

  it('reads a folder of texts, and one of memories', async () => {
    await run('--source', texts, '--memory', memories, '--agents', '4', '--out', path('folders.json'));
    const { agents, config, decisions } = documentOf('folders.json');
    expect(agents.map(({ task }) => task)).toEqual(['The attic', 'The attic', 'B', 'The attic']);
    expect(agents.map(({ memory }) => memory.storage.k)).toEqual(['rest', 'two', 'rest', 'rest']);
    expect(decisions.filter(({ kind }) => kind === 'restored').map(({ agent_id }) => agent_id)).toEqual([
      'agent_002',
    ]);
    expect([config.source, config.memory]).toMatchObject([{ count: 2 }, { count: 2 }]);
  });

  it('reports which parts of a configuration are not used, and which state was reset', async () => {
    const odd = file('odd.json', '{"llm": {"model": "x"}}');
    const lost = file('lost.json', '{"state": "dreaming"}');
    const { code, stderr } = await run('--source', attic, '--config', odd, '--memory', lost);
    expect([code, stderr]).toEqual([
      0,
      'odd.json: "llm" is not used\nlost.json: there is no state "dreaming"; reset to thinking\nthe text has 38 tokens, the paging limit is 4096: nothing of it has to be moved out\n',
    ]);
  });

  it('ends after --rounds with readers under way', async () => {
    const args = ['run', '--model', 'librarian', '--rounds', '20', '--out', path('twenty.json')];
    expect(summaryOf(await inProcess(...args)).rounds).toBe(20);
    expect(text('twenty.json')).toBe(documentText(await playTo(await openReaders({ source: null }), 20)));
  });

  it.each(['careful', 'hasty', 'sliding'])(
    'under the preset %s has nobody of the other strategy',
    async preset => {
      await run('--source', attic, '--agents', '3', '--preset', preset, '--out', path('preset.json'));
      expect(documentOf('preset.json').agents.map(({ strategy }) => strategy)).toEqual(Array(3).fill(preset));
    },
  );
});

describe('--memory-out', () => {
  it('leaves each agent’s memory.json, which is imported again unchanged', async () => {
    summaryOf(await run(...OWN, '--memory-out', path('kept'), '--out', path('out.json')));
    const files = readdirSync(path('kept')).filter(name => !name.endsWith('.previous'));
    expect(files).toEqual(['agent_001.json', 'agent_002.json', 'agent_003.json']);
    const { agents } = documentOf('out.json');
    await inProcess(
      ...['run', '--model', 'librarian', '--rounds', '0', '--source', attic, '--agents', '3'],
      ...[
        '--memory',
        path('kept'),
        '--config',
        config,
        '--memory-out',
        path('again'),
        '--out',
        path('next.json'),
      ],
    );
    for (const name of files) expect(text(`again/${name}`)).toBe(text(`kept/${name}`));
    expect(documentOf('next.json').agents.map(({ memory_sha256 }) => memory_sha256)).toEqual(
      agents.map(({ memory_sha256 }) => memory_sha256),
    );
  });

  it('is accepted for librarians only', async () => {
    expectLine(
      await inProcess('run', '--model', 'governed', '--memory-out', path('none')),
      '--memory-out is for model librarian, not governed',
    );
  });
});

describe('compare --model librarian', () => {
  it('shows recall and cost of each strategy under each regime', async () => {
    const { code, stdout, stderr } = await inProcess('compare', '--model', 'librarian');
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(1 + 9 + 1);
    const { rows } = JSON.parse(lines.at(-1)!);
    const regimes = ['paging', 'hard limit only', 'no limit'];
    expect(rows.map((row: Record<string, unknown>) => [row.strategy, row.limits, row.asked])).toEqual(
      regimes.flatMap(limits => ['careful', 'hasty', 'sliding'].map(strategy => [strategy, limits, 84])),
    );
    const [paged, , , , , , unlimited] = rows;
    expect(paged.right).toBeLessThan(unlimited.right);
    expect(paged.tokens).toBeLessThan(unlimited.tokens);
    expect([paged.paged > 0, unlimited.paged, unlimited.forced]).toEqual([true, 0, 0]);
  });
});

describe('a saved run of readers', () => {
  it.each([
    ['of ours', 0, []],
    ['of ours', 37, []],
    ['of one’s own', 5, OWN],
  ] as const)('%s continues after round %d to the bytes of the whole run', async (_, rounds, args) => {
    const saved = path('saved.json');
    await inProcess(
      'run',
      '--model',
      'librarian',
      ...args,
      '--rounds',
      String(rounds),
      '--checkpoint',
      saved,
    );
    const own = args === OWN ? OWN.slice(0, 6) : [];
    const go = ['--rounds', '1000', '--out', path('resumed.json')];
    const resumed = summaryOf(await inProcess('run', '--resume', saved, ...own, ...go));
    const [whole, out] = await wholeOf(...args);
    expect(resumed).toEqual(whole);
    expect(resumed.rounds).toBeGreaterThan(rounds);
    expect(text('resumed.json') === text(out)).toBe(true);
  });

  it.each([
    ['without its own files', [], 'was saved with '],
    [
      'with another memory',
      [...OWN.slice(0, 2), '--memory', memories, ...OWN.slice(4, 6)],
      'the memory of the checkpoint (fingerprint',
    ],
  ])('of the user’s own %s is refused', async (_, args, words) => {
    const saved = path('own-saved.json');
    await inProcess('run', '--model', 'librarian', ...OWN, '--rounds', '3', '--checkpoint', saved);
    expectLine(await inProcess('run', '--resume', saved, ...args), words);
  });
});

describe('a replay of readers', () => {
  const replay = (answers: string, ...more: string[]) =>
    inProcess('run', '--oracle', 'replay', '--answers', answers, ...more);
  const FILES = OWN.slice(0, 6);

  it('repeats a run with its own files to the same hash', async () => {
    const { hash } = summaryOf(await run(...OWN, '--out', path('own.json')));
    const again = await replay(path('own.json'), ...FILES, '--out', path('again.json'));
    expect(summaryOf(again)).toMatchObject({ hash, replay: { same: true } });
    expect(documentOf('again.json').agents).toEqual(documentOf('own.json').agents);
  });

  it.each([
    [
      'without its memory',
      [...OWN.slice(0, 2), ...OWN.slice(4, 6)],
      'a memory file of your own (fingerprint ',
    ],
    ['without its configuration', OWN.slice(0, 4), 'a config file of your own (fingerprint '],
    ['without its text', OWN.slice(2, 6), 'a source file of your own (fingerprint '],
    [
      'with another memory',
      [...OWN.slice(0, 2), '--memory', memories, ...OWN.slice(4, 6)],
      'open the memory of',
    ],
    [
      'with other texts',
      ['--source', texts, ...OWN.slice(2, 6)],
      'open the texts of the recording together with it',
    ],
  ])('%s is refused', async (_, args, words) => {
    await run(...OWN, '--out', path('own.json'));
    expectLine(await replay(path('own.json'), ...args), words);
  });

  it('whose answer is an entity bomb continues, and expands nothing', async () => {
    await run(...OWN, '--out', path('own.json'));
    const document = JSON.parse(text('own.json'));
    const bomb = `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "${'&lol;'.repeat(10)}">]>${act('working_memory_add', 'a', '&lol2;')}`;
    for (const decision of document.decisions) if (decision.answer !== null) decision.answer = bomb;
    const name = file('bomb.json', JSON.stringify(document));
    const { code, stdout, stderr } = await replay(
      name,
      ...FILES,
      '--rounds',
      '3',
      '--out',
      path('bombed.json'),
    );
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout).replay.same).not.toBe(true);
    const { decisions } = documentOf('bombed.json');
    for (const { kind, error, answer } of decisions)
      expect([kind, error, answer]).toEqual(['unreadable', 'a DOCTYPE, which is not read', bomb]);
  });
});

describe('bad input of a run of readers', () => {
  const large = file('large.json', new Uint8Array(100_000_000).fill(0x20));
  const nul = 'a\0b';
  const latin = Buffer.from('{"café": 1}', 'latin1');
  const json = (name: string, value: unknown) => file(name, JSON.stringify(value));

  it.each<[string, readonly string[], string]>([
    ['a memory.json of 100 MB', ['--memory', large], 'it is 100.0 MB; at most 50.0 MB are read'],
    [
      'a value of 1 MB',
      ['--memory', json('value.json', { working_memory: { a: 'x'.repeat(1e6) } })],
      'value.json: working_memory: the value of "a" has 1000000 characters; at most 100000 are read',
    ],
    [
      'an unknown field',
      ['--memory', json('field.json', { memory: {} })],
      'field.json has the unknown field "memory"',
    ],
    ['a memory that is a list', ['--memory', json('list.json', [])], 'list.json is not a memory'],
    [
      'a memory 100,000 deep',
      ['--memory', file('deep.json', '['.repeat(1e5) + ']'.repeat(1e5))],
      'deep.json has brackets',
    ],
    ['a memory that is cut off', ['--memory', file('cut.json', '{"storage": {')], 'cut.json is not JSON'],
    ['a binary memory', ['--memory', file('nul.json', nul)], 'nul.json is not text'],
    ['a memory in Latin-1', ['--memory', file('latin.json', latin)], 'latin.json, line 1: the letters of'],
    ['a memory that is not there', ['--memory', path('nowhere.json')], 'there is no such file'],
    ['an empty folder of memories', ['--memory', folderOf('empty', {})], 'it contains no .json file'],
    [
      'a memory for nobody',
      ['--memory', folderOf('many', { 'agent_99.json': '{}' })],
      'agent_99.json is for agent 99, and there are 18',
    ],
    ['a folder of configurations', ['--config', texts], 'it is a folder'],
    [
      'a number out of range',
      ['--config', json('range.json', { agent: { thinking_log: { max_entries: 0 } } })],
      'range.json: agent.thinking_log.max_entries must be a whole number from 1 to 999, not 0',
    ],
    [
      'an unknown field of a section',
      ['--config', json('unknown.json', { hard_limit: { most: 1 } })],
      'unknown.json: hard_limit.most is unknown; available: enable, max_tokens',
    ],
    [
      'limits that contradict each other',
      [
        '--config',
        json('limits.json', { paging_limit: { max_tokens: 200 }, hard_limit: { max_tokens: 100 } }),
      ],
      'limits.json: hard_limit 100 is below paging_limit 200',
    ],
    [
      'parameters that contradict each other',
      ['--set', 'paging_limit=200', '--set', 'hard_limit=100'],
      'hard_limit 100 is below paging_limit 200; it must be at least as high',
    ],
    [
      'a text of 6 MB',
      ['--source', file('six.md', new Uint8Array(6e6).fill(0x78))],
      'six.md is 6.0 MB; at most 5 MB',
    ],
    ['a text of another kind', ['--source', file('a.pdf', 'x')], 'a.pdf is not a .md or .txt file'],
    ['a text without words', ['--source', file('blank.md', ' \n')], 'blank.md has no text to read'],
    [
      'a question without an answer',
      ['--source', file('half.md', 'x\nQ: y?')],
      'half.md, line 2: "Q: y?" is not followed',
    ],
    ['a folder without texts', ['--source', memories], 'it contains no .md or .txt file'],
    ['a network', ['--network', 'congress'], 'model librarian takes no network'],
    ['a corpus', ['--corpus', texts], 'model librarian takes no corpus'],
    ['too many agents', ['--agents', '100001'], 'agents must be a whole number from 1 to 100,000'],
    ['a limit that is too small', ['--set', 'hard_limit=15'], 'hard_limit must be a whole number from 16'],
    ['a change in mid-run', ['--set', 'patience=4@3'], 'patience cannot be changed in mid-run'],
    [
      'a preset of another model',
      ['--preset', 'showcase'],
      'preset "showcase" is unknown; available: thirds, tight, pairs',
    ],
  ])('is one line, and the --out that is there stays whole: %s', async (_, args, words) => {
    const out = file('kept.json', 'what was there');
    expectLine(await run(...args, '--out', out), words);
    expect(text('kept.json')).toBe('what was there');
  });

  it.each(['--memory', '--config', '--source'])('is %s for another model', async option => {
    expectLine(await inProcess('run', option, memory), `model social takes no ${option.slice(2)}`);
  });
});
