import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { csvParse } from 'd3-dsv';
import { afterAll, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../runs.ts';
import { cli, cliOnFullDisk, expectLine, inProcess, running } from '../command.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-events-'));
const path = (name: string) => join(folder, name);
const read = (name: string) => readFileSync(path(name), 'utf8');
afterAll(() => rmSync(folder, { recursive: true }));

const SOCIAL = ['--network', 'small-world', '--agents', '60', '--seed', '4'];
/** A run of each model. */
const MODELS = [
  ['social', [...SOCIAL, '--rounds', '20', '--change-at', '7:liking:3']],
  ['governed', ['--model', 'governed', '--agents', '8', '--rounds', '12']],
  ['librarian', ['--model', 'librarian', '--agents', '4', '--rounds', '30']],
  ['workflow', ['--model', 'workflow', '--agents', '5', '--rounds', '20']],
  ['chart', ['--model', 'chart', '--preset', 'society', '--agents', '50', '--rounds', '12']],
] as const;

describe.each(MODELS)('the event log of a run of %s', (model, setup) => {
  it('has the bytes of its document’s events', async () => {
    const files = ['--events', path(`${model}.ndjson`), '--out', path(`${model}.json`)];
    expect((await inProcess('run', ...setup, ...files)).code).toBe(0);
    const told = await inProcess('events', '--run', path(`${model}.json`));
    expect([told.code, told.stderr]).toEqual([0, '']);
    expect(told.stdout === read(`${model}.ndjson`)).toBe(true);
    const [head, ...lines] = told.stdout.trimEnd().split('\n');
    expect(JSON.parse(head)).toMatchObject({ format: 'statescope-events', model });
    expect(lines.length).toBeGreaterThan(20);
  });

  it('includes the prompts on request, and differs in nothing else', async () => {
    const files = ['--events', path(`${model}-prompts.ndjson`), '--events-prompts'];
    expect((await inProcess('run', ...setup, ...files)).code).toBe(0);
    const prompts = await inProcess('events', '--run', path(`${model}.json`), '--prompts');
    expect(prompts.stdout === read(`${model}-prompts.ndjson`)).toBe(true);
    const without = prompts.stdout
      .trimEnd()
      .split('\n')
      .map(line => {
        const { prompt: _, prompts: _w, ...rest } = JSON.parse(line);
        return `${JSON.stringify(rest)}\n`;
      });
    expect(without.join('') === read(`${model}.ndjson`)).toBe(true);
    expect(prompts.stdout.includes('"prompt":{"system":')).toBe(model !== 'chart');
  });

  it('continues, where the run is resumed or restored, to the bytes of an uninterrupted run', async () => {
    const events = ['--events', path(`${model}-kept.ndjson`)];
    const upTo = (rounds: number) => ['--rounds', String(rounds), '--keep', path(`${model}-kept`)];
    const part = setup.slice(0, setup.indexOf('--rounds'));
    const changes = setup.slice(setup.indexOf('--rounds') + 2);
    for (const rounds of [5, 9, 12])
      expect((await inProcess('run', ...part, ...changes, ...upTo(rounds), ...events)).code).toBe(0);
    const whole = read(`${model}.ndjson`);
    expect(whole.startsWith(read(`${model}-kept.ndjson`))).toBe(true);
    const saved = path(`${model}.saved`);
    await inProcess('run', ...part, ...changes, '--rounds', '6', '--checkpoint', saved);
    const resumed = ['--resume', saved, '--rounds', '12', '--events', path(`${model}-resumed.ndjson`)];
    expect((await inProcess('run', ...resumed)).code).toBe(0);
    expect(read(`${model}-resumed.ndjson`) === read(`${model}-kept.ndjson`)).toBe(true);
  });
});

describe('the event log', () => {
  const run = (...args: string[]) => inProcess('run', ...SOCIAL, '--rounds', '8', ...args);

  it('that already exists is continued if it is the same, even with a torn last line', async () => {
    await run('--events', path('whole.ndjson'));
    const whole = read('whole.ndjson');
    expect((await run('--events', path('whole.ndjson'))).code).toBe(0);
    expect(read('whole.ndjson') === whole).toBe(true);
    for (const length of [0, 30, 400, whole.length >> 1, whole.length - 1]) {
      writeFileSync(path('torn.ndjson'), whole.slice(0, length));
      expect((await run('--events', path('torn.ndjson'))).code).toBe(0);
      expect(read('torn.ndjson') === whole).toBe(true);
    }
  });

  it('leaves a file alone that is not such a log', async () => {
    writeFileSync(path('notes.txt'), 'my notes\n');
    expectLine(await run('--events', path('notes.txt')), 'notes.txt exists and is not the event log of this');
    expect(read('notes.txt')).toBe('my notes\n');
    const other = read('whole.ndjson');
    const { code, stderr } = await run('--seed', '5', '--events', path('whole.ndjson'));
    expect([code, stderr]).toEqual([2, expect.stringContaining('its first line differs')]);
    expect(read('whole.ndjson') === other).toBe(true);
    const otherwise = [
      '--change-at',
      '3:liking:3',
      '--events',
      path('whole.ndjson'),
      '--out',
      path('x.json'),
    ];
    const parted = await run(...otherwise);
    expect(parted.code).toBe(1);
    expect(parted.stderr).toMatch(/after round 3: .*what it says of round 3 differs\. Name another file/);
    expect(read('whole.ndjson') === other).toBe(true);
    expect(JSON.parse(read('x.json')).config.rounds).toBe(3);
  });

  it('that cannot be written ends the run with one line, and the document is written', async () => {
    expectLine(await run('--events', path('nowhere/log.ndjson')), 'nowhere/log.ndjson: its folder does not');
    expectLine(await run('--events', folder), 'it is a folder');
    const files = ['--events', path('full.ndjson'), '--out', path('full.json')];
    const { code, stdout, stderr } = await cliOnFullDisk(1_000, 'run', '--rounds', '5', ...files);
    expect(code).toBe(1);
    expect(stderr.match(/statescope: .*/g)).toEqual([
      expect.stringMatching(/^statescope: (after round \d: )?cannot write .*full\.ndjson: EFBIG/),
    ]);
    expect(stdout === '' || JSON.parse(stdout).stopped.includes('full.ndjson')).toBe(true);
    const lines = read('full.ndjson').split('\n');
    for (const line of lines.slice(0, -1)) expect(() => JSON.parse(line)).not.toThrow();
  });

  it('can be written into a pipe', () => {
    const [program, args] = cli.command('run', ...SOCIAL, '--rounds', '8', '--events', '/dev/stdout');
    const piped = execFileSync('/bin/sh', ['-c', '"$0" "$@" 2>/dev/null | cat', program, ...args]);
    expect(String(piped).startsWith(read('whole.ndjson'))).toBe(true);
  });

  it('checks its options', async () => {
    expectLine(await run('--events-prompts'), '--events-prompts is for --events with a file');
    const events = (...args: string[]) => inProcess('events', '--run', path('social.json'), ...args);
    expectLine(
      await events('--kinds', 'answer,verdicts'),
      'verdicts is not a kind of event; there are state_tr',
    );
    expectLine(await events('--to', '21'), '--to 21 is not one of the rounds -59 to 20 of this run');
    expectLine(await events('--from', '9', '--to', '3'), '--from 9 is after --to 3');
    expectLine(await events('--agents', 'agent_900'), 'agent_900 is not one of the agents agent_001 to');
    const some = await events(
      '--from',
      '3',
      '--to',
      '9',
      '--kinds',
      'post,answer',
      '--agents',
      '1,agent_007',
    );
    const [head, ...lines] = some.stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(head).toMatchObject({
      from: 3,
      to: 9,
      kinds: ['post', 'answer'],
      agents: ['agent_001', 'agent_007'],
    });
    const table = csvParse(
      (await events('--csv', '--from', '3', '--to', '9', '--kinds', 'post,answer', '--agents', '1,agent_007'))
        .stdout,
    );
    expect(table.columns.slice(0, 4)).toEqual(['tick', 'time', 'kind', 'agent_id']);
    expect(table.map(({ tick, kind, agent_id }) => [Number(tick), kind, agent_id])).toEqual(
      lines.map(({ tick, kind, agent_id }) => [tick, kind, agent_id]),
    );
    for (const { tick, kind, agent_id } of lines)
      expect(tick >= 3 && tick <= 9 && /post|answer/.test(kind) && /_00[17]$/.test(agent_id)).toBe(true);
  });
});

/** Milliseconds after the first lines at which a process is killed. */
const KILLED = [
  ['social', 60, ['--network', 'scale-free', '--agents', '2000', '--rounds', '60']],
  ['governed', 20, ['--model', 'governed', '--agents', '900', '--rounds', '80']],
  ['workflow', 150, ['--model', 'workflow', '--agents', '300', '--rounds', '60']],
] as const;

describe('a process that is killed', () => {
  it.each(IS_LONG ? KILLED : KILLED.slice(0, 2))(
    'leaves all lines of its event log but the last one whole: %s, after %i ms',
    async (model, after, setup) => {
      const name = `killed-${model}.ndjson`;
      const { ended, kill } = running(...cli.command('run', ...setup, '--events', path(name)));
      while ((statSync(path(name), { throwIfNoEntry: false })?.size ?? 0) < 10_000) await wait(5);
      await wait(after);
      kill('SIGKILL');
      expect((await ended).code).toBe(-1);
      const left = read(name);
      const whole = left.slice(0, left.lastIndexOf('\n') + 1);
      for (const line of whole.split('\n').slice(0, -1)) expect(() => JSON.parse(line)).not.toThrow();
      expect((await inProcess('run', ...setup, '--events', path('again.ndjson'))).code).toBe(0);
      expect(read('again.ndjson').startsWith(left)).toBe(true);
      expect(left.length).toBeLessThan(read('again.ndjson').length);
      rmSync(path('again.ndjson'));
    },
    60_000,
  );
});
