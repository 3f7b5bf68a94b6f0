import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inProcess } from '../cli/command.ts';
import { type Faulty, startFaulty } from '../faulty/server.ts';

let server: Faulty;
beforeAll(async () => {
  server = await startFaulty({ fault: 'duplicate-keys', seed: 1 });
});
afterAll(() => server.close());

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

  it('a run that is to continue plays to its end, every such answer a fallback', async () => {
    const { code, stdout } = await run('--on-unusable', 'continue');
    expect(code).toBe(0);
    const { rounds, oracle } = JSON.parse(stdout.trim().split('\n').at(-1)!);
    expect(rounds).toBe(30);
    const unusable = oracle.not_own.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
    expect(unusable).toBeGreaterThan(25);
  });

  it('anything else is refused', async () => {
    const { code, stderr } = await run('--on-unusable', 'sleep');
    expect([code, stderr]).toEqual([2, 'statescope: --on-unusable must be pause or continue, not sleep\n']);
  });
});
