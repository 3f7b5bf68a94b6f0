import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inProcess } from '../command.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-opening-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const EDGES = write('z.csv', 'source,target,weight\na,b,2\nb,c,0\nc,a,1\n');
const CHART = write(
  'rates.mmd',
  'stateDiagram-v2\n[*] --> A\nA --> B : / rate 0.8\nA --> C : / rate 0.6\nB --> A : go [isDay]\nC --> A : go\n',
);
const RUN = ['--model', 'chart', '--chart', CHART, '--network', EDGES, '--as_noted', 'on', '--rounds', '3'];
const MODEL = ['--oracle', 'ollama', '--oracle-url', '127.0.0.1:9', '--oracle-model', 'm'];

/** What is said on stderr, line by line, without what worlds say while they are played. */
async function reportedBy(...args: string[]): Promise<readonly string[]> {
  const { code, stdout, stderr } = await inProcess(...args);
  expect(code).toBe(0);
  expect(stdout).not.toContain('z.csv, line 2');
  return stderr.trimEnd().split('\n');
}

describe('a decision about the inputs', () => {
  let said: readonly string[] = [];
  beforeAll(async () => {
    said = await reportedBy(
      'run',
      ...RUN,
      '--out',
      join(folder, 'run.json'),
      '--checkpoint',
      join(folder, 'saved'),
    );
  });

  it('is reported by run: direction, weights, guards and rates', () => {
    expect(said[0]).toMatch(
      /^z\.csv, line 2: does a follow b, .* Choose with --direction follows or both\.$/,
    );
    expect(said).toContain('rates.mmd, guard "isDay" is unknown here, and played as true');
    expect(said.join('\n')).toContain('rates.mmd: out of A rates sum to');
    expect(new Set(said).size).toBe(said.length);
  });

  it.each([
    ['worlds', ['--worlds', '3']],
    ['a part of worlds', ['--worlds', '4', '--shard', '1/2', '--csv', join(folder, 'part.csv')]],
    ['two arms', ['--worlds', '2', '--change', 'stimulus=0.9']],
    ['a sweep', ['--worlds', '2', '--sweep', 'stimulus=0.1,0.5,0.9']],
    ['a sweep of the chart’s reading', ['--worlds', '2', '--sweep', 'tick_seconds=1,60']],
  ])('is reported by %s in the same lines, each once', async (_, more) => {
    expect(await reportedBy('worlds', ...RUN, '--cores', '1', ...more)).toEqual(said);
  });

  it.each(['run', 'worlds'])('is reported by an estimate of %s', async command => {
    const edges = ['--network', EDGES, '--rounds', '2'];
    const { stderr } = await inProcess('run', ...edges);
    expect(stderr).toContain('z.csv, line 2: does a follow b');
    const more = command === 'worlds' ? ['--worlds', '2'] : [];
    const estimate = await reportedBy(command, ...edges, ...more, ...MODEL, '--estimate');
    expect(`${estimate.join('\n')}\n`).toBe(stderr);
  });

  it.each(['verify', 'stats', 'events', 'replay', 'resume'])(
    'is reported by %s, without a choice',
    async command => {
      const document = join(folder, 'run.json');
      const again = {
        verify: ['verify', document],
        replay: ['run', '--oracle', 'replay', '--answers', document],
        resume: ['run', '--resume', join(folder, 'saved')],
      }[command] ?? [command, '--run', document];
      const files = ['--chart', CHART, '--network', EDGES];
      const lines = await reportedBy(...again, ...files, ...(command === 'resume' ? ['--rounds', '4'] : []));
      expect(lines[0]).toMatch(/^z\.csv, line 2: .*1 edge of weight 0 left out/);
      expect(lines[0]).not.toContain('--direction');
      expect(lines.slice(1)).toEqual(said.slice(1));
    },
  );

  it('is reported by compare, once for all its runs', async () => {
    const { code, stderr } = await inProcess('compare', '--model', 'governed', '--agents', '40');
    expect([code, stderr]).toEqual([0, '24 missions for 40 agents: repeated\n']);
  });
});
