import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// @ts-expect-error a script without types
import { buildGuardPrograms, GUARD_HOOK } from '../../../scripts/buildGuardPrograms.mjs';
import { formatSessionFolder, readGuardLines } from '../../../src/cli/guard/guardSessions.ts';
import { HOOK_INPUTS } from './hooks.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-guard-hook-'));
beforeAll(() => buildGuardPrograms(folder, [GUARD_HOOK]), 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

const RULE = { id: 'same', when: { rule: 'in_run', threshold: 1_000, compare: 'call' } };
const { before, after } = HOOK_INPUTS.claude;
let written = 0;

function writePolicy(part: object = {}): string {
  const own = join(folder, `${written++}`);
  mkdirSync(own);
  const path = join(own, 'policy.json');
  writeFileSync(
    path,
    JSON.stringify({ format: 'statescope-guard', version: 1, name: 'ours', rules: [RULE], ...part }),
  );
  return path;
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the hook as an agent does. */
function startHook(
  input: string,
  ...args: readonly string[]
): { process: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [join(folder, GUARD_HOOK), ...args]);
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', part => (stdout += part));
  child.stderr.on('data', part => (stderr += part));
  // A process that was killed takes no input.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return {
    process: child,
    ended: new Promise(resolve => child.on('close', code => resolve({ code, stdout, stderr }))),
  };
}

const hook = (policy: string, input: object) => startHook(JSON.stringify(input), 'claude', policy);
const linesOf = (policy: string, session = 's') =>
  readGuardLines(join(policy, '../sessions', formatSessionFolder(session), 'session.jsonl'));

describe('the hook as a program', () => {
  it('counts calls at once in one session, each before it answers', async () => {
    const policy = writePolicy({ rules: [], budgets: { calls: 6 } });
    const ids = Array.from({ length: 6 }, (_, i) => `c${i}`);
    await Promise.all(ids.map(id => hook(policy, before('s', id, id)).ended));
    const answers = await Promise.all(ids.map(id => hook(policy, after('s', id, id, 'ok', false)).ended));
    expect(answers.every(({ code, stderr }) => code === 0 && stderr === '')).toBe(true);
    expect(linesOf(policy).filter(({ kind }) => kind === 'before')).toHaveLength(6);
    expect(linesOf(policy).filter(({ kind }) => kind === 'after')).toHaveLength(6);
    expect(answers.filter(({ stdout }) => stdout.includes('6 of 6 calls are spent'))).toHaveLength(1);
  });

  it('loses no decision that it has given, and hinders nobody, at whatever moment it is killed', async () => {
    const policy = writePolicy({ rules: [{ ...RULE, when: { ...RULE.when, threshold: 1 }, end: 'advise' }] });
    // As long as one takes on this machine, and a little longer.
    const began = performance.now();
    await hook(policy, after('s', 'first', 'npm test', 'x', false)).ended;
    const long = performance.now() - began;
    let given = 1;
    for (let i = 0; i < 20; i++) {
      const { process: child, ended } = hook(policy, after('s', `c${i}`, 'npm test', 'x', false));
      const kill = setTimeout(() => child.kill('SIGKILL'), (long * 1.3 * i) / 20);
      if ((await ended).stdout !== '') given++;
      clearTimeout(kill);
    }
    const kept = linesOf(policy).filter(({ kind }) => kind === 'decision').length;
    expect(kept).toBeGreaterThanOrEqual(given);
    const last = await hook(policy, after('s', 'last', 'npm test', 'x', false)).ended;
    expect(last.stdout).toContain('You are repeating yourself');
    expect(linesOf(policy).filter(({ kind }) => kind === 'decision')).toHaveLength(kept + 1);
  });

  it.each([
    [
      'there is no policy',
      (policy: string) => [JSON.stringify(before('s', '1', 'x')), 'claude', `${policy}.none`],
    ],
    ['the input is cut off', (policy: string) => ['{"hook_event', 'claude', policy]],
    ['the agent is unknown', (policy: string) => ['{}', 'nobody', policy]],
    [
      'sessions cannot be written',
      (policy: string) => [
        JSON.stringify(before('s', '1', 'x')),
        'claude',
        policy,
        join(policy, 'no-folder'),
      ],
    ],
  ] as const)('lets the call run without an answer when %s, and notes why', async (_, argsOf) => {
    const policy = writePolicy();
    const [input, ...args] = argsOf(policy);
    const { code, stdout, stderr } = await startHook(input, ...args).ended;
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(/^statescope guard: the call runs without a guard: .+\n$/);
    const faults = join(policy, '../faults.log');
    expect(existsSync(faults)).toBe(true);
    expect(JSON.parse(readFileSync(faults, 'utf8').trim())).toMatchObject({ message: expect.any(String) });
  });

  it('lists the agents that it knows for a person who starts it without one', async () => {
    const { code, stderr } = await startHook('{}').ended;
    expect([code, stderr]).toEqual([0, expect.stringContaining('usage: guard-hook.mjs claude|codex|gemini')]);
  });
});
