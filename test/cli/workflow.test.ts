import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { workflowDocumentSchema } from '../../src/engine/models/workflow/reports/workflowRecord.ts';
import { ASKING, NESTED } from '../engine/models/workflow/nestedText.ts';
import { exampleText, openAgents, playTicks } from '../engine/models/workflow/playing.ts';
import { SPECIFICATION } from '../engine/models/workflow/specification.ts';
import { documentText, playTo } from '../engine/play.ts';
import { inProcess, type Outcome } from './command.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-workflow-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = (name: string) => join(folder, name);
function file(name: string, content: string | Uint8Array): string {
  writeFileSync(path(name), content);
  return path(name);
}
const text = (name: string) => readFileSync(path(name), 'utf8');
const documentOf = (name: string) => workflowDocumentSchema.parse(JSON.parse(text(name)));
const run = (...args: string[]) => inProcess('run', '--model', 'workflow', ...args);
const summaryOf = ({ code, stdout, stderr }: Outcome) => {
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout.trim().split('\n').at(-1)!);
};

/** Ours, but that its agents say more. */
const OWN = exampleText('careful').replace('Wait until there is more.', 'Wait until there is more, Größe!');
const own = file('own.yaml', OWN);

describe('run --model workflow', () => {
  it('plays the completed example to its end, and the document is the engine’s', async () => {
    const summary = summaryOf(await run('--rounds', '1000', '--out', path('default.json')));
    const alone = await playTicks(await openAgents(), 1000);
    expect(summary).toMatchObject({ hash: alone.hash, model: 'workflow', agents: 12, rounds: 200, seed: 19 });
    expect(Object.keys(summary.distribution)).toEqual([
      'observing',
      'ideating',
      'implementing',
      'testing',
      'reflecting',
      'shipping',
    ]);
    expect(text('default.json')).toBe(documentText(alone));
  });

  it.each(['careful', 'pivoting', 'careless'])('plays the example that --preset names: %s', async preset => {
    const { hash } = summaryOf(await run('--preset', preset, '--rounds', '20', '--agents', '3'));
    const alone = await playTo(await openAgents({ setup: { preset, agents: 3 } }), 20);
    expect(hash).toBe(alone.hash);
  });

  it('plays the user’s own, and the document has it in it', async () => {
    const { hash } = summaryOf(await run('--workflow', own, '--rounds', '30', '--out', path('own.json')));
    const { config, workflow } = documentOf('own.json');
    expect(config).toMatchObject({ preset: 'completed', workflow: { name: 'own.yaml', count: 9 } });
    expect(workflow.map(line => line.text).join('\n')).toBe(OWN);
    expect(hash).toBe((await playTo(await openAgents({ text: OWN, setup: { agents: 12 } }), 30)).hash);
  });

  it.each([
    ['nested states', NESTED],
    ['conditions that ask artifacts', ASKING],
  ])('plays %s, continues from a checkpoint, and writes a document that is verified', async (_, yaml) => {
    const shown = ['--workflow', file('shown.yaml', yaml)];
    const whole = summaryOf(await run(...shown, '--rounds', '60', '--out', path('whole.json')));
    const alone = await playTo(await openAgents({ text: yaml, setup: { agents: 12 } }), 60);
    expect([whole.hash, alone.state.population.size]).toEqual([alone.hash, 12]);
    const saved = ['--checkpoint', path('half')];
    summaryOf(await run(...shown, '--rounds', '30', ...saved));
    const resumed = ['--resume', path('half'), ...shown.slice(0, 2), '--rounds', '60'];
    summaryOf(await inProcess('run', ...resumed, '--out', path('resumed.json')));
    expect(text('resumed.json') === text('whole.json')).toBe(true);
    const { stdout } = await inProcess('verify', path('whole.json'));
    expect(JSON.parse(stdout)).toMatchObject({ verdict: 'verified', hash: whole.hash });
  });

  it('prints its first warning on standard error, and plays', async () => {
    const bare = file('bare.yaml', SPECIFICATION.machine);
    const { code, stderr } = await run('--workflow', bare, '--rounds', '2');
    expect([code, stderr]).toEqual([
      0,
      'bare.yaml, line 3, column 3: there are no steps: agents only follow the edges whose conditions hold; 3 more warnings\nline 9, column 21: condition “has_context” is taken as false: nothing has set “has_context” yet (9 times)\n',
    ]);
  });

  it('explains what holds up agents that get nowhere', async () => {
    const { code, stderr } = await run('--preset', 'fragments', '--rounds', '60');
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^observe failed (\d+) of \1 times, 12 agents wait in observing for has_context, which nothing sets; 0 sold$/m,
    );
  });

  it('says that a step fails while agents sell, with what they have made and sold', async () => {
    const { stderr } = await run('--preset', 'pivoting', '--rounds', '60');
    expect(stderr).toMatch(/^go_on failed \d+ of \d+ times; \d+ of \d+ sold$/m);
  });

  it('reports where code fails, how often, and how many steps failed', async () => {
    const broken = file('broken.yaml', OWN.replace("context['reserve'] = ", "context['reserve'] = 1 / 0 + "));
    const { code, stderr } = await run('--workflow', broken, '--rounds', '10', '--agents', '2');
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /line \d+, column \d+: step “keep_books” breaks off: ZeroDivisionError: .* \(\d+ times\)\n/,
    );
    expect(stderr).toMatch(/\d+ steps failed, in \d+ questions\n$/);
  });
});

describe('bad input of a run of a workflow', () => {
  it.each<[string, readonly string[], string]>([
    [
      'one mistake',
      ['--workflow', file('one.yaml', SPECIFICATION.steps)],
      'one.yaml, line 2, column 3: “state_machine” is missing',
    ],
    [
      'a near word',
      ['--workflow', file('near.yaml', OWN.replace('in_state: saving', 'in_state: savign'))],
      'near.yaml, line 55, column 17: no state is called “savign”; did you mean “saving”?',
    ],
    [
      'an empty file',
      ['--workflow', file('empty.yaml', '')],
      'empty.yaml, line 1, column 1: the text is empty',
    ],
    ['a binary file', ['--workflow', file('nul.yaml', 'a\0b')], 'nul.yaml is not text'],
    [
      'a file in Latin-1',
      ['--workflow', file('latin.yaml', Buffer.from('é: 1', 'latin1'))],
      'latin.yaml, line 1: the letters of',
    ],
    [
      'a file of 2 MB',
      ['--workflow', file('large.yaml', new Uint8Array(2e6).fill(0x20))],
      'large.yaml is 2.0 MB; at most 1.0 MB are read',
    ],
    ['no such file', ['--workflow', path('nowhere.yaml')], 'there is no such file'],
    ['a folder', ['--workflow', folder], 'it is a folder'],
    [
      'a preset that there is not',
      ['--preset', 'hasty'],
      'preset "hasty" is unknown; available: completed, careful, pivoting, careless, fragments',
    ],
    ['a network', ['--network', 'congress'], 'model workflow takes no network'],
    ['a memory', ['--memory', own], 'model workflow takes no memory'],
    ['a parameter out of range', ['--set', 'flaw=2'], 'flaw must be'],
    ['a change in mid-run', ['--set', 'flaw=0.1@3'], 'flaw cannot be changed in mid-run'],
    ['too many agents', ['--agents', '100001'], 'agents must be a whole number from 1 to 100,000'],
  ])('is one line, and the --out that is there stays whole: %s', async (_, args, words) => {
    const out = file('kept.json', 'what was there');
    const { code, stdout, stderr } = await run(...args, '--out', out);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^statescope: [^\n]+\n$/);
    expect(stderr).toContain(words);
    expect(text('kept.json')).toBe('what was there');
  });

  it('with several mistakes is a line for each, with line and column', async () => {
    const { code, stdout, stderr } = await run('--workflow', file('many.yaml', SPECIFICATION.failures));
    expect([code, stdout, stderr.split('\n')]).toEqual([
      2,
      '',
      [
        'statescope: many.yaml has 2 mistakes:',
        'line 2, column 3: “state_machine” is missing: it says which states there are, and where agents begin',
        'line 6, column 7: an llm step needs “prompt”',
        '',
      ],
    ]);
  });

  it('is --workflow for another model', async () => {
    const { code, stderr } = await inProcess('run', '--workflow', own);
    expect([code, stderr]).toEqual([2, expect.stringContaining('model social takes no workflow')]);
  });
});

describe('a saved run of a workflow', () => {
  it.each([
    ['of ours', 17, []],
    ['of one’s own', 5, ['--workflow', own]],
  ] as const)('%s continues after round %d to the bytes of the whole run', async (_, rounds, args) => {
    const saved = path('saved.json');
    summaryOf(await run(...args, '--rounds', String(rounds), '--checkpoint', saved));
    const go = ['--rounds', '60', '--out', path('resumed.json')];
    const resumed = summaryOf(await inProcess('run', '--resume', saved, ...args, ...go));
    expect(resumed).toEqual(summaryOf(await run(...args, '--rounds', '60', '--out', path('whole.json'))));
    expect(text('resumed.json') === text('whole.json')).toBe(true);
  });

  it('of the user’s own is refused with another file', async () => {
    const saved = path('own-saved.json');
    await run('--workflow', own, '--rounds', '3', '--checkpoint', saved);
    const other = file('other.yaml', exampleText('careful'));
    const { code, stderr } = await inProcess('run', '--resume', saved, '--workflow', other);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('the workflow of the checkpoint (fingerprint'),
    ]);
  });
});

describe('a replay of a workflow', () => {
  const replay = (answers: string, ...more: string[]) =>
    inProcess('run', '--oracle', 'replay', '--answers', answers, ...more);

  it.each([
    ['of ours', []],
    ['of one’s own, without giving it again', ['--workflow', own]],
    ['of ours under another preset', ['--workflow', file('careful.yaml', exampleText('careful'))]],
  ])('repeats a run %s to the same hash', async (_, args) => {
    const { hash } = summaryOf(await run(...args, '--rounds', '40', '--out', path('first.json')));
    const again = summaryOf(await replay(path('first.json'), '--out', path('again.json')));
    expect(again).toMatchObject({ hash, rounds: 40, replay: { same: true } });
    expect(documentOf('again.json').agents).toEqual(documentOf('first.json').agents);
    // And once more, from the replay.
    expect(summaryOf(await replay(path('again.json')))).toMatchObject({ hash, replay: { same: true } });
  });

  it('of another workflow than the recorded one is refused', async () => {
    await run('--workflow', own, '--rounds', '5', '--out', path('first.json'));
    const other = file('other.yaml', exampleText('careful'));
    const { code, stderr } = await replay(path('first.json'), '--workflow', other);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('open the workflow of the recording together with it'),
    ]);
  });

  it('whose workflow somebody has changed in the document is refused', async () => {
    await run('--workflow', own, '--rounds', '5', '--out', path('first.json'));
    const changed = file(
      'changed.json',
      text('first.json').replace('Wait until there is more', 'Do not wait'),
    );
    const { code, stderr } = await replay(changed);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(
        /^statescope: the document was changed after it was written: config\.workflow\.sha256 is "\w{8}…", and would be "\w{8}…" by the workflow that it holds\n$/,
      ),
    ]);
  });
});
