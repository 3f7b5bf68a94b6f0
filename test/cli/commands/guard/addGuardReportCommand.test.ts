import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runGuardHook } from '../../../../src/cli/guard/runGuardHook.ts';
import { expectLine, inProcess } from '../../command.ts';
import { HOOK_INPUTS } from '../../guard/hooks.ts';

const root = mkdtempSync(join(tmpdir(), 'statescope-guard-report-'));
afterAll(() => rmSync(root, { recursive: true }));
const POLICY = {
  ...{ format: 'statescope-guard', version: 1, name: 'ours', act: 0.5 },
  rules: [{ id: 'same', when: { rule: 'in_a_row', threshold: 3, compare: 'result' } }],
};

const writePolicy = (folder: string, policy: object) =>
  writeFileSync(join(folder, 'policy.json'), JSON.stringify(policy));

/** Plays sessions through the hook: in every second one the same test fails until the hook refuses, ten times at most. */
function playSessions(name: string, count: number, policy: object = POLICY, prefix = 'run'): string {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  writePolicy(folder, policy);
  const { before, after } = HOOK_INPUTS.claude;
  const hook = (input: object, now: number) =>
    runGuardHook({ agent: 'claude', policy: join(folder, 'policy.json') }, JSON.stringify(input), now);
  for (let session = 0; session < count; session++)
    for (let call = 0; call < 10; call++) {
      const [id, command] = [`${call}`, session % 2 === 0 ? 'npm test' : `cat ${call}`];
      if (hook(before(`${prefix} ${session}`, id, command), call * 2_000)?.includes('deny')) break;
      hook(after(`${prefix} ${session}`, id, command, 'text', session % 2 === 0), call * 2_000 + 1_000);
    }
  return folder;
}

/** The lines before the last, and the last as JSON. */
async function report(...args: string[]) {
  const { code, stdout, stderr } = await inProcess('guard', 'report', ...args);
  expect([code, stderr]).toEqual([0, '']);
  const lines = stdout.trim().split('\n');
  return { json: JSON.parse(lines.pop() ?? ''), lines };
}

describe('guard report', () => {
  const folder = playSessions('sessions', 24);
  const outcomes = join(root, 'outcomes.csv');
  const rows = Array.from(
    { length: 24 },
    (_, i) => `run ${i},${i % 2 === 0 ? 'failed' : 'succeeded'},${1_000 * i}`,
  );
  writeFileSync(outcomes, ['session,outcome,tokens', ...rows, 'elsewhere,failed,'].join('\n'));

  it('compares the sessions in which the guard acted with the others', async () => {
    const { json, lines } = await report(folder, '--outcomes', outcomes);
    expect(json.guarded + json.unguarded).toBe(24);
    expect(Math.min(json.guarded, json.unguarded)).toBeGreaterThan(4);
    expect(json.detection).toMatchObject({
      precision: { value: 1 },
      recall: { value: 1 },
      falseAlarms: { value: 0 },
    });
    expect(json.unmatched).toBe(1);
    expect(lines[0]).toBe(
      `24 sessions; the guard acted in ${json.guarded} and only noted in ${json.unguarded}`,
    );
    // Unguarded sessions make ten calls each; guarded loops end after four.
    const calls = json.contrasts.find(({ measure }: { measure: string }) => measure === 'calls');
    expect(calls.unguarded.value).toBe(10);
    expect(calls.guarded.value).toBeLessThan(8.5);
    expect(lines.join('\n')).toMatch(/^Not decided: continue until each arm has about \d+ sessions/m);
  });

  it('agrees with a comparison of the recorded sessions, split by the guard', async () => {
    const { json } = await report(folder);
    const split = ['compare', '--traces', join(folder, 'sessions'), '--split', 'guard'];
    const { code, stdout } = await inProcess(...split);
    expect(code).toBe(0);
    const lines = stdout.trim().split('\n');
    const { guard, all } = JSON.parse(lines.pop() ?? '');
    expect(guard).toMatchObject({ policy: 'ours', ofOthers: 0 });
    const { guarded, unguarded, advice } = guard.comparison;
    expect({ guarded, unguarded, advice }).toEqual({
      ...{ guarded: json.guarded, unguarded: json.unguarded, advice: json.advice },
    });
    expect(all).toEqual({ a: json.unguarded, b: json.guarded });
    const measure = (contrasts: readonly { readonly measure: string }[]) =>
      contrasts.filter(one => one.measure === 'calls' || one.measure === 'tokens');
    expect(measure(guard.comparison.contrasts)).toEqual(measure(json.contrasts));
    expect(lines).toContain('guard ours, every session in the arm that it was drawn for:');
  });

  it('says that the success cannot be compared without outcomes, and shows the calls all the same', async () => {
    const { lines } = await report(folder);
    expect(lines.some(line => line.startsWith('calls ended: '))).toBe(true);
    expect(lines.at(-1)).toContain('The success cannot be compared');
  });

  it('leaves out sessions that another version of the policy decided', async () => {
    const changed = playSessions('changed', 4);
    writePolicy(changed, { ...POLICY, budgets: { calls: 100 } });
    expectLine(await inProcess('guard', 'report', changed), 'but 4 of another one');
    writePolicy(changed, { ...POLICY, evidence: 'more' });
    expect((await report(changed)).json.left_out).toBe(0);
  });

  it('leaves sessions of the shadow phase out of the comparison, which came earlier', async () => {
    const both = playSessions('both', 12, { ...POLICY, act: 0 });
    const shadow = await report(both);
    expect(shadow.json).toMatchObject({
      act: 0,
      guarded: 0,
      unguarded: 12,
      noted: { advised: 6, stopped: 6 },
    });
    expect(shadow.lines[1]).toBe('where it only noted it would have advised in 6 and stopped 6');
    expect(shadow.lines.at(-1)).toContain('Set act to 0.5 in the policy (it is 0).');
    writePolicy(both, POLICY);
    const waiting = await report(both);
    expect(waiting.lines).toContain('these sessions were drawn while act was 0');
    expect(waiting.lines.at(-1)).toContain('Collect more sessions.');
    playSessions('both', 16, POLICY, 'later');
    const { json, lines } = await report(both);
    expect(json).toMatchObject({ act: 0.5, left_out_by_act: 12 });
    expect(json.guarded + json.unguarded).toBe(16);
    expect(lines.some(line => line.startsWith('left out: 12 sessions drawn with another act'))).toBe(true);
    const split = ['compare', '--traces', join(both, 'sessions'), '--split', 'guard'];
    const { guard } = JSON.parse((await inProcess(...split)).stdout.trim().split('\n').at(-1) ?? '');
    expect(guard.ofOthers).toBe(12);
    expect(guard.comparison.guarded).toBe(json.guarded);
  });

  it.each([
    ['session;outcome\nrun 0;failed', 'has no column “session”'],
    ['session,outcome\nrun 0,maybe', 'line 2: the outcome is succeeded, failed or empty, not “maybe”'],
    ['session,outcome,usd\nrun 0,ok,much', 'line 2: usd is a number from 0, not “much”'],
  ])('names the place of a mistake in %j', async (text, words) => {
    writeFileSync(join(root, 'wrong.csv'), text);
    expectLine(await inProcess('guard', 'report', folder, '--outcomes', join(root, 'wrong.csv')), words);
  });

  it('names a folder without a policy', async () => {
    expectLine(
      await inProcess('guard', 'report', join(root, 'nowhere')),
      'cannot be read; guard init --traces writes a policy',
    );
  });
});
