import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectLine, inProcess } from '../command.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-why-'));
const path = (name: string) => join(folder, name);

describe('why', () => {
  beforeAll(async () => {
    await inProcess('run', '--rounds', '20', '--seed', '341', '--out', path('run.json'));
    await inProcess('run', '--model', 'workflow', '--rounds', '3', '--out', path('workflow.json'));
  });

  it('explains how a post came to be, in lines and as JSON', async () => {
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

  it('explains what happened to an agent in a tick, in lines and as JSON', async () => {
    const args = ['--run', path('workflow.json'), '--agent', 'agent_001', '--round', '2'];
    const { code, stdout } = await inProcess('why', ...args);
    expect(code).toBe(0);
    const lines = stdout.trim().split('\n');
    const { why, refused } = JSON.parse(lines.pop()!);
    expect(lines).toEqual([
      ...why.map(({ round, said }: { round: number; said: string }) => `round ${round}: ${said}`),
      ...refused.map(
        ({ trigger, target, reason }: Record<string, string>) =>
          `could not: ${trigger}, to ${target}: ${reason.replace(/^no: /, '')}`,
      ),
    ]);
    expect(why[0]).toMatchObject({ round: 2, agent_id: 'agent_001' });
    expect(['moved', 'stayed']).toContain(why[0].kind);
  });

  it.each([
    ['a post that is not there', ['--run', 'run.json', '--post', 'post_99999'], 'no post_99999'],
    ['no post', ['--run', 'run.json'], 'why of what? Give --post, or --agent'],
    ['nothing of a model without posts', ['--run', 'workflow.json'], 'why of what? Give --agent'],
    [
      'an agent that is not there',
      ['--run', 'workflow.json', '--agent', 'agent_999'],
      '--agent: agent_999 is not one of the agents agent_001 to agent_',
    ],
    [
      'what is not an agent',
      ['--run', 'workflow.json', '--agent', 'Ana'],
      '--agent: Ana is not one of the agents',
    ],
    [
      'a tick that was not played',
      ['--run', 'workflow.json', '--agent', 'agent_001', '--round', '4'],
      '--round must be a whole number from 1 to 3, not 4',
    ],
    [
      'an empty tick, which is not that of number 0',
      ['--run', 'run.json', '--agent', 'agent_001', '--round', ''],
      '--round must be a whole number from -',
    ],
    ['a tick of no agent', ['--run', 'run.json', '--round', '3'], '--round is that of an agent'],
    [
      'a thing of another model',
      ['--run', 'run.json', '--mission', 'agent_001'],
      '--mission is for model governed',
    ],
  ])('refuses %s in a line', async (_, [run, file, ...rest], line) => {
    expectLine(await inProcess('why', run, path(file), ...rest), line);
  });
});
