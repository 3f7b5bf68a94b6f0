import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cli, expectLine, inProcess } from '../command.ts';

const folder = mkdtempSync(join(tmpdir(), 'orders-'));
afterAll(() => rmSync(folder, { recursive: true }));
const CHART = join(folder, 'own.json');
writeFileSync(
  CHART,
  JSON.stringify({
    name: 'own',
    parameters: [{ name: 'push', description: 'Chance of one neighbour.', max: 0.5, value: 0.2 }],
    states: ['calm', 'excited'],
    initial: 'calm',
    transitions: [
      { trigger: 'wakes up', rate: 0.02, source: 'calm', target: 'excited' },
      { trigger: 'follows', rate: { column: 'push' }, per: 'excited', source: 'calm', target: 'excited' },
      { trigger: 'rests', rate: 0.2, source: 'excited', target: 'calm' },
    ],
  }),
);
const RUN = ['--model', 'chart', '--chart', CHART, '--agents', '60', '--rounds', '12'];
const summaryOf = async (...args: string[]) => {
  // Worlds are played by threads of a process of its own.
  const { code, stdout, stderr } = await (args[0] === 'worlds' ? cli : inProcess)(...args);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  return JSON.parse(stdout);
};

describe('a parameter that a chart declares', () => {
  it('is set from the start and in mid-run, and its document is verified', async () => {
    const out = join(folder, 'run.json');
    const { hash } = await summaryOf('run', ...RUN, '--set', 'push=0.4', '--set', 'push=0@6', '--out', out);
    const { config } = JSON.parse(readFileSync(out, 'utf8'));
    expect(config.parameters.push).toBe(0.4);
    expect(config.changes).toEqual([{ tick: 6, name: 'push', value: 0 }]);
    expect(await summaryOf('verify', out)).toMatchObject({ verdict: 'verified', hash });
    const usual = await summaryOf('run', ...RUN);
    expect(usual.hash).not.toBe(hash);
    const replay = ['run', '--oracle', 'replay', '--answers', out];
    expect((await summaryOf(...replay)).hash).toBe(hash);
  });

  it('is refused in one line with what was meant, or with those that there are', async () => {
    const refused = (value: string) => inProcess('run', ...RUN, '--set', value);
    expectLine(
      await refused('pusch=0.1'),
      'parameter "pusch" is unknown to model chart; did you mean "push"?',
    );
    expectLine(await refused('other=0.1'), 'unknown to model chart; its chart declares push (0 to 0.5)');
    expectLine(await refused('push=0.9'), 'push must be a number from 0 to 0.5, not 0.9');
    expectLine(await inProcess('run', '--model', 'chart', '--set', 'push=0.1'), 'unknown to model chart');
  });

  it('may be one of a preset: in the help, set, swept, and unknown without the preset', async () => {
    const preset = ['--model', 'chart', '--preset', 'vaccination', '--agents', '60', '--rounds', '8'];
    const { stdout } = await inProcess('run', '--model', 'chart', '--help');
    expect(stdout).toMatch(
      /Parameters of --preset vaccination in addition:\n +\* coverage +0\.5 +0 to 1 +Share of the agents/,
    );
    const all = await summaryOf('run', ...preset, '--set', 'coverage=1');
    expect(all.hash).not.toBe((await summaryOf('run', ...preset)).hash);
    expectLine(
      await inProcess('run', ...preset, '--set', 'covrage=1'),
      'parameter "covrage" is unknown to model chart; did you mean "coverage"?',
    );
    expectLine(await inProcess('run', '--model', 'chart', '--set', 'coverage=1'), 'unknown to model chart');
    const { arms } = await summaryOf('worlds', ...preset, '--worlds', '2', '--sweep', 'coverage=0,1');
    expect(arms.map(({ label }: { label: string }) => label)).toEqual(['coverage 0', 'coverage 1']);
  });

  it('is swept, and compared with another value of it', async () => {
    const WORLDS = ['worlds', ...RUN, '--worlds', '2'];
    const swept = await summaryOf(...WORLDS, '--sweep', 'push=0.1:0.3:0.1');
    expect(swept.arms.map(({ label }: { label: string }) => label)).toEqual([
      'push 0.1',
      'push 0.2',
      'push 0.3',
    ]);
    const compared = await summaryOf(...WORLDS, '--change', 'push=0.5');
    expect(compared.arms.map(({ label }: { label: string }) => label)).toEqual(['', 'push=0.5']);
    expect(swept.arms[1].outcomes.moves).toEqual(compared.arms[0].outcomes.moves);
    expectLine(
      await inProcess(...WORLDS, '--sweep', 'push=0.1:0.9:0.1'),
      'push must be a number from 0 to 0.5, not 0.6',
    );
    expectLine(
      await inProcess(...WORLDS, '--change', 'pusch=0.1'),
      'parameter "pusch" is unknown to model chart',
    );
  });
});
