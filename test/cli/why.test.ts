import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectLine, inProcess } from './command.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-why-'));
const path = (name: string) => join(folder, name);

describe('why', () => {
  beforeAll(async () => {
    await inProcess('run', '--rounds', '20', '--seed', '341', '--out', path('run.json'));
    await inProcess('run', '--model', 'workflow', '--rounds', '3', '--out', path('workflow.json'));
  });

  it('tells how a post came to be, in lines and as JSON', async () => {
    const { code, stdout } = await inProcess('why', '--run', path('run.json'), '--post', 'post_200');
    expect(code).toBe(0);
    const lines = stdout.trim().split('\n');
    const { why } = JSON.parse(lines.pop()!);
    expect(lines).toEqual(
      why.map(({ round, said }: { round: number; said: string }) => `round ${round}: ${said}`),
    );
    expect(why.at(-1).kind).toBe('wrote');
    expect(why[0].about).toBe('post_200');
  });

  it.each([
    ['a post that is not there', ['--run', 'run.json', '--post', 'post_99999'], 'no post_99999'],
    ['no post', ['--run', 'run.json'], 'why of what? Give --post'],
    ['a model of which it is not told', ['--run', 'workflow.json'], 'of model workflow it is not told why'],
    [
      'a thing of another model',
      ['--run', 'run.json', '--mission', 'agent_001'],
      '--mission is for model governed',
    ],
  ])('refuses %s in a line', async (_, [run, file, ...rest], line) => {
    expectLine(await inProcess('why', run, path(file), ...rest), line);
  });
});
