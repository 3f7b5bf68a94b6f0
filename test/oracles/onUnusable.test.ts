import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLine, inProcess } from '../cli/command.ts';
import { type Faulty, startFaulty } from '../faulty/server.ts';

let server: Faulty;
const folder = mkdtempSync(join(tmpdir(), 'statescope-unusable-'));
beforeAll(async () => {
  server = await startFaulty({ fault: 'duplicate-keys', seed: 1 });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  return server.close();
});

/** A society whose model answers nothing that can be used. */
const run = (...args: string[]) => {
  const society = ['--network', 'small-world', '--agents', '120', '--rounds', '30', '--form', 'json'];
  const asks = ['--oracle', 'ollama', '--oracle-model', 'faulty', '--oracle-url', server.url];
  return inProcess('run', ...society, ...asks, ...args);
};

describe('after 25 unusable answers in a row', () => {
  it('a run stops with a message', async () => {
    const { code, stderr } = await run();
    expect(code).toBe(1);
    expect(stderr).toContain('25 answers in a row could not be used');
  });

  it('a run that is to continue plays to its end, with a fallback for every such answer', async () => {
    const { code, stdout } = await run('--on-unusable', 'continue');
    expect(code).toBe(0);
    const { rounds, oracle } = JSON.parse(stdout.trim().split('\n').at(-1)!);
    expect(rounds).toBe(30);
    const unusable = oracle.not_own.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
    expect(unusable).toBeGreaterThan(25);
  });

  it('a run has the requested deadline, or none', async () => {
    const limitsOf = async (...args: string[]) => {
      const out = join(folder, 'limits.json');
      expect((await run('--on-unusable', 'continue', '--rounds', '1', '--out', out, ...args)).code).toBe(0);
      return JSON.parse(readFileSync(out, 'utf8')).config.oracle.limits;
    };
    expect(await limitsOf()).toMatchObject({ deadline_seconds: 120, unusable_in_row: null });
    expect(await limitsOf('--deadline', 'none')).toMatchObject({ deadline_seconds: null });
    expect(await limitsOf('--deadline', '8.5')).toMatchObject({ deadline_seconds: 8.5 });
    expectLine(await run('--deadline', 'soon'), '--deadline must be a number from 0.001 to 3600, not soon');
  });

  it('any other value is refused', async () => {
    const { code, stderr } = await run('--on-unusable', 'sleep');
    expect([code, stderr]).toEqual([2, 'statescope: --on-unusable must be pause or continue, not sleep\n']);
  });
});
