import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { OutFile } from '../../../src/cli/files/outFile.ts';
import { cli, inProcess, running } from '../command.ts';

const parent = mkdtempSync(join(tmpdir(), 'statescope-out-'));
let folder = parent;
const path = (name: string) => join(folder, name);
const here = () => readdirSync(folder).sort();
const write = async (name: string, ...pieces: string[]) => (await OutFile.open(path(name))).write(pieces);

beforeEach(() => {
  folder = mkdtempSync(join(parent, 'case-'));
});
afterAll(() => rmSync(parent, { recursive: true }));

describe('an output file', () => {
  it('appears at the end, not before', async () => {
    let before: readonly string[] = [];
    const file = await OutFile.open(path('late'));
    await file.write(
      (function* () {
        yield 'first';
        before = here();
        yield 'last';
      })(),
    );
    expect(before).not.toContain('late');
    expect(readFileSync(path('late'), 'utf8')).toBe('firstlast');
    expect(here()).toEqual(['late']);
  });

  it('leaves nothing behind when the document cannot be made, nor when it is abandoned', async () => {
    // Other files that share this process may listen as well.
    const listeners = process.listenerCount('SIGTERM');
    const broken = (function* () {
      yield 'first';
      throw new Error('no more');
    })();
    await expect((await OutFile.open(path('broken'))).write(broken)).rejects.toThrow('no more');
    await (await OutFile.open(path('dropped'))).discard();
    expect(here()).toEqual([]);
    expect(process.listenerCount('SIGTERM')).toBe(listeners);
  });

  it('is written whole even if its part is removed meanwhile', async () => {
    writeFileSync(path('x'), 'older');
    chmodSync(path('x'), 0o600);
    const removed = (function* () {
      yield 'first';
      for (const name of here()) if (name.startsWith('.')) rmSync(path(name));
      yield 'last';
    })();
    await (await OutFile.open(path('x'))).write(removed);
    expect(readFileSync(path('x'), 'utf8')).toBe('firstlast');
    expect(statSync(path('x')).mode & 0o777).toBe(0o600);
    expect(here()).toEqual(['x']);
  });

  it('removes the old parts of ended processes on this machine, and no others', async () => {
    const file = await OutFile.open(path('x'));
    const [own] = here();
    const [, place] = /^\.x\.([0-9a-f]{8})\.\d+\.[0-9a-f]{8}\.part$/.exec(own)!;
    // No process has so large a number.
    const over = 4_194_305;
    const names = {
      left: `.x.${place}.${over}.00000001.part`,
      leftOfEarlier: `.x.${place}.${process.pid}.00000002.part`,
      elsewhere: `.x.00000000.${over}.00000003.part`,
      elsewhereSame: `.x.00000000.${process.pid}.00000004.part`,
      living: `.x.${place}.${process.ppid}.00000005.part`,
      other: `.y.${place}.${over}.00000006.part`,
      young: `.x.${place}.${over}.00000007.part`,
    };
    const longAgo = new Date(Date.now() - 1e9);
    for (const name of Object.values(names)) {
      writeFileSync(path(name), '');
      if (name !== names.young) utimesSync(path(name), longAgo, longAgo);
    }
    utimesSync(path(own), longAgo, longAgo);
    await (await OutFile.open(path('x'))).discard();
    const { left: _, leftOfEarlier: __, ...kept } = names;
    expect(here()).toEqual([own, ...Object.values(kept)].sort());
    await file.write(['whole']);
    expect(readFileSync(path('x'), 'utf8')).toBe('whole');
  });

  it('keeps the mode of the file that it replaces', async () => {
    writeFileSync(path('secret'), 'older');
    chmodSync(path('secret'), 0o600);
    await write('secret', 'newer');
    expect(statSync(path('secret')).mode & 0o777).toBe(0o600);
    expect(readFileSync(path('secret'), 'utf8')).toBe('newer');
  });

  it('goes where a symbolic link points, and the link stays', async () => {
    mkdirSync(path('results'));
    writeFileSync(path('results/old'), 'older');
    symlinkSync('results/old', path('link'));
    symlinkSync('results/new', path('dangling'));
    await write('link', 'through');
    await write('dangling', 'made');
    expect([readlinkSync(path('link')), readlinkSync(path('dangling'))]).toEqual([
      'results/old',
      'results/new',
    ]);
    expect(readFileSync(path('results/old'), 'utf8')).toBe('through');
    expect(readFileSync(path('results/new'), 'utf8')).toBe('made');
    expect(readdirSync(path('results')).sort()).toEqual(['new', 'old']);
  });

  it('that is a pipe is written into', async () => {
    execFileSync('mkfifo', [path('pipe')]);
    const reader = running('cat', [path('pipe')]);
    await write('pipe', 'first', 'last');
    expect((await reader.ended).stdout).toBe('firstlast');
    expect(lstatSync(path('pipe')).isFIFO()).toBe(true);
  });

  it('that is a device is written into', async () => {
    symlinkSync('/dev/null', path('null'));
    await write('null', 'gone');
    expect(statSync(path('null')).isCharacterDevice()).toBe(true);
  });

  it.skipIf(!existsSync('/dev/full'))('that is a full device fails with the system’s error', async () => {
    await expect((await OutFile.open('/dev/full')).write(['too much'])).rejects.toThrow('no space');
  });

  it.skipIf(process.getuid?.() === 0)('requires write permission, as does its folder', async () => {
    writeFileSync(path('mine'), 'older');
    chmodSync(path('mine'), 0o400);
    await expect(OutFile.open(path('mine'))).rejects.toThrow('permission denied');
    chmodSync(folder, 0o500);
    await expect(OutFile.open(path('other'))).rejects.toThrow('permission denied');
    chmodSync(folder, 0o700);
  });
});

/** A workflow of which a thousand agents are busy for as long as a tick may take. */
function busy(): string[] {
  const steps = Array.from({ length: 100 }, (_, n) => ({
    name: `sum ${n}`,
    type: 'code',
    code: 'sum([0.5] * 7000)',
  }));
  const state_machine = { states: ['a', 'b'], initial_state: 'a', transitions: [] };
  writeFileSync(path('busy.yaml'), JSON.stringify({ workflow: { state_machine, steps } }));
  return ['--model', 'workflow', '--workflow', path('busy.yaml'), '--agents', '1000', '--set', 'arrival=1'];
}

describe('--out', () => {
  it('that cannot be written is reported before the run is played', async () => {
    const start = performance.now();
    const { code, stderr } = await inProcess('run', '--rounds', '1000000', '--out', path('no/x.json'));
    expect([code, stderr]).toEqual([
      2,
      `statescope: cannot write ${path('no/x.json')}: its folder does not exist\n`,
    ]);
    expect(performance.now() - start).toBeLessThan(5000);
  });

  const parts = () => here().filter(name => name.startsWith('.'));
  const PART = /^\.x\.json\.[0-9a-f]{8}\.\d+\.[0-9a-f]{8}\.part$/;

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)(
    'has the rounds that were played before %s, as the checkpoint has, and ends with %d',
    async (signal, ending) => {
      const files = ['--out', path('x.json'), '--checkpoint', path('x.ckpt')];
      const order = ['run', '--model', 'chart', '--preset', 'watch', '--agents', '2', '--rounds', '1000000'];
      const long = running(...cli.command(...order, ...files));
      await expect.poll(parts, { timeout: 15_000 }).toHaveLength(2);
      long.kill(signal);
      const { code, stdout, stderr } = await long.ended;
      const { rounds, hash } = JSON.parse(stdout) as { rounds: number; hash: string };
      expect(code).toBe(ending);
      expect(stderr).toContain(`statescope: interrupted after round ${rounds}\n`);
      expect(stderr).toContain(`${path('x.json')}, ${path('x.ckpt')}: the run up to round ${rounds}\n`);
      expect(parts()).toEqual([]);
      expect(JSON.parse(readFileSync(path('x.json'), 'utf8'))).toMatchObject({ hash, config: { rounds } });
      const resumed = await inProcess('run', '--resume', path('x.ckpt'), '--rounds', String(rounds));
      expect(JSON.parse(resumed.stdout)).toMatchObject({ hash, rounds });
    },
    60_000,
  );

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)(
    'leaves nothing behind after %s twice, which ends the command with %d',
    async (signal, code) => {
      const long = running(...cli.command('run', ...busy(), '--rounds', '1000000', '--out', path('x.json')));
      await expect.poll(parts, { timeout: 15_000 }).toEqual([expect.stringMatching(PART)]);
      long.kill(signal);
      const again = setInterval(() => long.kill(signal), 50);
      const ended = await long.ended;
      clearInterval(again);
      expect(ended).toMatchObject({ code, stdout: '' });
      expect(parts()).toEqual([]);
    },
  );
});

describe('standard output', () => {
  it.each([[['run', '--rounds', '1']], [['--help']]])('may be closed early: %s ends quietly', async words => {
    const command = running(...cli.command(...words));
    command.closeOutput();
    expect(await command.ended).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});
