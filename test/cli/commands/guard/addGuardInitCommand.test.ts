import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { readGuardPolicy } from '../../../../src/engine/guard/readGuardPolicy.ts';
import { beyondReading, cli, expectLine, inProcess } from '../../command.ts';
import { HOOK_INPUTS } from '../../guard/hooks.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-guard-init-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = (name: string) => join(folder, name);
const lineOf = (outcome: Awaited<ReturnType<typeof cli>>) => ({
  ...outcome,
  stderr: beyondReading(outcome.stderr),
});

/** Twenty tasks; in half of them a call is made six times over, and the case fails. */
function writeLoops(name: string, outcomes: boolean): string {
  const rows = Array.from({ length: 20 }, (_, i) => {
    const isLoop = i % 2 === 0;
    return Array.from({ length: 8 }, (_, at) => ({
      ...{ case: `c${i}`, task: `t${i}`, activity: isLoop && at > 1 ? 'test' : `look${at}`, time: at },
      ...{ arguments: '{}', tokens_in: 100 },
      ...(outcomes && { outcome: isLoop ? 'failed' : 'succeeded' }),
    }));
  }).flat();
  writeFileSync(path(name), rows.map(row => JSON.stringify(row)).join('\n'));
  return path(name);
}

describe('guard init', () => {
  it('writes a policy with its evidence, and a hook that stops a looping agent by it', async () => {
    const out = path('own guard');
    const { code, stdout, stderr } = await cli(
      'guard',
      'init',
      '--traces',
      writeLoops('loops.jsonl', true),
      '--out',
      out,
    );
    expect(code).toBe(0);
    const policy = JSON.parse(readFileSync(join(out, 'policy.json'), 'utf8'));
    expect(readGuardPolicy(policy)).toMatchObject({ name: 'own guard', act: 1 });
    expect(policy.evidence).toMatchObject({
      lose_at_most: 0.02,
      chosen_on: { failed: 5, stopped_failed: 5, stopped_succeeded: 0 },
      shown_on: { failed: 5, stopped_failed: 5, stopped_succeeded: 0 },
      after_advice: { failed: 5, stopped_failed: 5, stopped_succeeded: 0 },
    });
    // The advice costs a call of each case that would have been stopped at once.
    const { shown_on, after_advice } = policy.evidence;
    expect(shown_on.saved_calls - after_advice.saved_calls).toBe(5);
    expect(stderr).toContain('had none of them heeded the advice:\nstops 5 of 5 failed');
    expect(stderr).toContain('A recording cannot show what advice does');
    // Programs read one line of JSON and nothing else.
    const settings: Record<string, string> = JSON.parse(stdout).settings;
    const { command } = JSON.parse(readFileSync(settings.claude, 'utf8')).hooks.PreToolUse[0].hooks[0];
    const answers = Array.from({ length: 6 }, (_, i) => {
      const before = spawnSync('/bin/sh', ['-c', command], {
        input: JSON.stringify(HOOK_INPUTS.claude.before('s', `${i}`, 'npm test')),
        encoding: 'utf8',
      });
      spawnSync('/bin/sh', ['-c', command], {
        input: JSON.stringify(HOOK_INPUTS.claude.after('s', `${i}`, 'npm test', 'red', true)),
      });
      return before.stdout;
    });
    expect(answers[0]).toBe('');
    expect(answers.at(-1)).toContain('"permissionDecision":"deny"');
    expect(answers.at(-1)).toContain('Stopped: ');

    writeFileSync(path('plugin.mjs'), readFileSync(settings.opencode));
    const { Guard, ...others } = await import(/* @vite-ignore */ pathToFileURL(path('plugin.mjs')).href);
    expect(others).toEqual({});
    const hooks = await Guard({ client: { session: { abort: async () => true } } });
    const loop = async () => {
      for (let i = 0; i < 6; i++) {
        const call = { tool: 'bash', sessionID: 'o', callID: `${i}` };
        await hooks['tool.execute.before'](call, { args: { command: 'npm test' } });
        await hooks['tool.execute.after'](call, { output: 'red', metadata: { exit: 1 } });
      }
    };
    await expect(loop()).rejects.toThrow(/^Stopped: /);
  }, 60_000);

  it('refuses thin evidence, and writes nothing', async () => {
    const out = path('thin');
    expectLine(
      lineOf(await inProcess('guard', 'init', '--preset', 'telecom', '--out', out)),
      '2 stopped cases of the half that the rule was not chosen on are not enough (at least 5)',
    );
    expect(existsSync(out)).toBe(false);
  });

  it('refuses to act on cases of unknown outcome, which a shadow needs not', async () => {
    const traces = writeLoops('unknown.jsonl', false);
    expectLine(
      lineOf(await inProcess('guard', 'init', '--traces', traces, '--out', path('unknown'))),
      'no case says how it ended',
    );
    const { code, stderr } = await cli(
      'guard',
      'init',
      '--traces',
      traces,
      '--shadow',
      '--out',
      path('unknown'),
    );
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Shadow: the guard only notes what it would have done, in every session\.\n/m);
    expect(JSON.parse(readFileSync(path('unknown/policy.json'), 'utf8'))).toMatchObject({
      act: 0,
      rules: [{ id: 'careful' }],
    });
  });

  it('takes a policy that is there already, with another share of sessions if one is given', async () => {
    const own = { format: 'statescope-guard', version: 1, name: 'mine', act: 0.5, budgets: { calls: 9 } };
    writeFileSync(path('mine.json'), JSON.stringify({ $schema: './schema.json', ...own }));
    const init = (...args: string[]) => cli('guard', 'init', '--policy', path('mine.json'), ...args);
    const first = await init('--out', path('taken'));
    expect(first.stderr).toMatch(/^The guard acts in 50 % of the sessions.*\nThe policy names no recordings/);
    expect(first.stderr).toMatch(/^ {2}claude +\S.*settings\/claude\.json +\.claude\/settings\.json$/m);
    expect(JSON.parse(readFileSync(path('taken/policy.json'), 'utf8'))).toEqual(own);
    expect(existsSync(path('taken/settings/codex.json'))).toBe(true);
    await init('--out', path('shadowed'), '--shadow');
    expect(JSON.parse(readFileSync(path('shadowed/policy.json'), 'utf8'))).toEqual({ ...own, act: 0 });
    expectLine(
      await init('--out', path('both'), '--rule', 'careful'),
      '--policy is a policy already, and --rule belongs to a proposal: give one of them',
    );
    expectLine(
      await init('--out', path('both'), '--mapping', 'none.json'),
      '--mapping belongs to a proposal',
    );
    const thin = { ...own, evidence: { on_all: { failed: 9, succeeded: 9, stopped_failed: 1 } } };
    writeFileSync(path('thin.json'), JSON.stringify(thin));
    const { stderr: warned } = await cli(
      'guard',
      'init',
      '--policy',
      path('thin.json'),
      '--out',
      path('thin-own'),
    );
    expect(warned).toContain('Not enough evidence to act: 1 stopped case is not enough (at least 5)');
    // In its own folder it stays, and the programs and settings are written again.
    rmSync(path('taken/settings'), { recursive: true });
    const again = await cli('guard', 'init', '--policy', path('taken/policy.json'), '--out', path('taken'));
    expect([again.code, existsSync(path('taken/settings/codex.json'))]).toEqual([0, true]);
    expect(JSON.parse(readFileSync(path('taken/policy.json'), 'utf8'))).toEqual(own);
  }, 60_000);

  it('gives the interval for a rule that was chosen because of these figures', async () => {
    const args = ['--preset', 'telecom', '--rule', 'roo-code', '--shadow', '--out', path('chosen')];
    const { stderr } = await cli('guard', 'init', ...args);
    expect(stderr).toMatch(
      /If you chose it because it did best here, of \d+ rules: saves [\d.]+ % to [\d.]+ % of all tokens/,
    );
    const { on_all: figures } = JSON.parse(readFileSync(path('chosen/policy.json'), 'utf8')).evidence;
    expect(figures.saved_share_if_chosen_low).toBeLessThan(figures.saved_share_low);
  }, 60_000);

  it('reads no example unasked, and takes no two shares of sessions', async () => {
    expectLine(
      await inProcess('guard', 'init', '--shadow', '--out', path('none')),
      'give your recordings with --traces',
    );
    expectLine(
      await inProcess(
        'guard',
        'init',
        '--preset',
        'telecom',
        '--shadow',
        '--act',
        '1',
        '--out',
        path('none'),
      ),
      '--shadow is --act 0: give one of them',
    );
    expect(existsSync(path('none'))).toBe(false);
  });

  it('keeps a policy that is there', async () => {
    writeFileSync(path('policy.json'), '{}');
    expectLine(await inProcess('guard', 'init', '--preset', 'telecom', '--out', folder), 'exists already');
    expect(readFileSync(path('policy.json'), 'utf8')).toBe('{}');
  });

  it.each(['2', '0.02', '101%', '-1%', 'two%'])('refuses --lose %s', async lose => {
    expectLine(await inProcess('guard', 'init', '--lose', lose), 'such as 2%');
  });
});

describe('the help of guard init', () => {
  it('lists the options of recorded cases, and of no other model', async () => {
    const { stdout } = await inProcess('guard', 'init', '--help');
    for (const own of ['--traces', '--mapping', '--preset', '--lose']) expect(stdout).toContain(own);
    for (const other of ['--network', '--missions', '--workflow', '--moods', 'governed'])
      expect(stdout).not.toContain(other);
  });
});
