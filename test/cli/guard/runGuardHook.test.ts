import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { formatSessionFolder, readGuardLines } from '../../../src/cli/guard/guardSessions.ts';
import { HOOK_AGENTS, type HookAgent } from '../../../src/cli/guard/hookAgents.ts';
import { runGuardHook } from '../../../src/cli/guard/runGuardHook.ts';
import { createGuard } from '../../../src/engine/guard/index.ts';
import { GUARD_POLICY_PARTS, GUARD_POLICY_RUNS, GUARD_STEPS } from './guardCases.ts';
import { HOOK_INPUTS } from './hooks.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-hook-'));
afterAll(() => rmSync(folder, { recursive: true }));

const RULE = { id: 'same', when: { rule: 'in_a_row', threshold: 3, compare: 'result' } };
let written = 0;

/** A policy in a folder of its own. */
function writePolicy(part: object = {}): string {
  const path = join(mkdtempSync(join(folder, `${written++}-`)), 'policy.json');
  writeFileSync(
    path,
    JSON.stringify({ format: 'statescope-guard', version: 1, name: 'ours', rules: [RULE], ...part }),
  );
  return path;
}

const sessionFile = (policy: string, session: string) =>
  join(policy, '../sessions', formatSessionFolder(session), 'session.jsonl');

/** Plays a session through an agent's hooks. @returns the answers, null for silence */
function play(agent: HookAgent, policy: string, commands: readonly string[], failed = true) {
  const { before, after } = HOOK_INPUTS[agent];
  let now = 1_000;
  const answer = (input: object) => {
    now += 1_000;
    const line = runGuardHook({ agent, policy }, JSON.stringify(input), now);
    return line === null ? null : JSON.parse(line);
  };
  return commands.map((command, i) => {
    const asked = answer(before('s', `c${i}`, command));
    const isRefused =
      asked?.decision === 'deny' ||
      asked?.continue === false ||
      asked?.hookSpecificOutput?.permissionDecision !== undefined;
    return { asked, followed: isRefused ? null : answer(after('s', `c${i}`, command, '1 failed', failed)) };
  });
}

/** Advice where an agent looks for it: of Claude Code's forms, Copilot CLI shows its model refusals alone. */
const getAdvice = (
  agent: HookAgent,
  answer: { additionalContext?: string; hookSpecificOutput?: { additionalContext?: string } } | null,
) => (agent === 'copilot' ? answer?.additionalContext : answer?.hookSpecificOutput?.additionalContext);

const LOOP = Array<string>(8).fill('npm test');

describe('a hook', () => {
  it.each(HOOK_AGENTS)(
    'of %s advises after the third failing test, and refuses the call after the fourth',
    agent => {
      const played = play(agent, writePolicy(), LOOP.slice(0, 5));
      expect(played.map(({ asked }) => asked !== null)).toEqual([false, false, false, false, true]);
      const advice = played.map(({ followed }) => getAdvice(agent, followed)?.slice(0, 24) ?? null);
      expect(advice).toEqual([null, null, 'You are repeating yourse', 'Stopped: the same call w', null]);
      const refusal = played[4].asked;
      expect(refusal.decision ?? refusal.hookSpecificOutput.permissionDecision).toBe('deny');
      expect(refusal.reason ?? refusal.hookSpecificOutput.permissionDecisionReason).toContain(
        'Call no more tools.',
      );
    },
  );

  it.each(HOOK_AGENTS)('of %s leaves a healthy session alone, and never says “allow”', agent => {
    const commands = ['npm test', 'cat a.ts', 'npm test', 'cat b.ts', 'npm test', 'git diff'];
    for (const { asked, followed } of play(agent, writePolicy(), commands, false)) {
      expect(asked).toBeNull();
      expect(followed).toBeNull();
    }
  });

  it.each([
    ['claude', true],
    ['gemini', true],
    ['codex', false],
    ['qwen', false],
    ['copilot', false],
  ] as const)('of %s ends the turn of an agent that heeds no refusal: %s', (agent, ends) => {
    const played = play(agent, writePolicy(), LOOP);
    expect(played.slice(4, 6).map(({ asked }) => asked.continue)).toEqual([undefined, undefined]);
    expect(played.at(-1)!.asked.continue).toBe(ends ? false : undefined);
  });

  it('asks the person where the agent can, and refuses elsewhere', () => {
    const rule = { ...RULE, advise: false, end: 'ask' };
    const decisionOf = (agent: HookAgent) =>
      play(agent, writePolicy({ rules: [rule] }), LOOP.slice(0, 4)).at(-1)!.asked.hookSpecificOutput
        .permissionDecision;
    expect([decisionOf('claude'), decisionOf('codex')]).toEqual(['ask', 'deny']);
  });

  it('of copilot counts calls whose tool itself failed', () => {
    const policy = writePolicy();
    const call = { session_id: 's', tool_name: 'Read', tool_input: { path: 'none.txt' } };
    const hook = (event: object) =>
      runGuardHook({ agent: 'copilot', policy }, JSON.stringify({ ...call, ...event }), 1_000);
    const answers = Array.from({ length: 4 }, () => {
      const asked = hook({ hook_event_name: 'PreToolUse' });
      return asked ?? hook({ hook_event_name: 'PostToolUseFailure', error: 'Path does not exist' });
    });
    expect(answers.slice(0, 2)).toEqual([null, null]);
    expect(getAdvice('copilot', JSON.parse(answers[2] ?? '{}'))).toContain('You are repeating yourself');
    expect(hook({ hook_event_name: 'PreToolUse' })).toContain('"permissionDecision":"deny"');
  });

  it('waits for no end of a call that it refused since nobody can be asked', () => {
    const policy = writePolicy({ rules: [{ ...RULE, advise: false, end: 'ask' }] });
    const asked = play('codex', policy, LOOP).map(({ asked }) => asked !== null);
    expect(asked).toEqual([false, false, false, true, true, true, true, true]);
  });

  it('keeps advice that comes before a call until after it, where the agent would drop it', () => {
    const budgets = { calls: { advise: 1 } };
    const chart = {
      definition: {
        name: 'c',
        states: ['a'],
        initial: 'a',
        transitions: [{ trigger: 'go', source: 'a', target: 'a' }],
      },
      tools: {},
    };
    for (const agent of HOOK_AGENTS) {
      const [first] = play(agent, writePolicy({ rules: [], budgets, chart }), ['ls']);
      expect(getAdvice(agent, first.followed)).toContain('1 of 1 calls are spent');
    }
  });

  it('guards a sub-agent by itself', () => {
    const policy = writePolicy();
    const input = { ...HOOK_INPUTS.claude.before('s', '1', 'ls'), agent_id: 'sub', agent_type: 'explore' };
    runGuardHook({ agent: 'claude', policy }, JSON.stringify(input), 0);
    expect(readGuardLines(sessionFile(policy, 's/sub'))[0]).toMatchObject({
      kind: 'session',
      session: 's/sub',
    });
  });

  it(
    'decides as the library does, whatever the policy and the steps',
    () => {
      fc.assert(
        fc.property(GUARD_POLICY_PARTS, GUARD_STEPS, (part, made) => {
          const policy = writePolicy(part);
          const guard = createGuard(JSON.parse(readFileSync(policy, 'utf8')), 's');
          const { before, after } = HOOK_INPUTS.claude;
          const textOf = (line: string | null) => {
            const said = line === null ? null : JSON.parse(line).hookSpecificOutput;
            return said?.permissionDecisionReason ?? said?.additionalContext ?? '';
          };
          const hook = (input: object, now: number) =>
            textOf(runGuardHook({ agent: 'claude', policy }, JSON.stringify(input), now));
          for (const [i, [command, output, failed]] of made.entries()) {
            const call = { id: `${i}`, tool: 'Bash', args: { command }, at: i };
            const asked = guard.before(call);
            expect(hook(before('s', `${i}`, command), i)).toBe(asked.text);
            if (asked.action === 'stop') break;
            const text = failed ? `Exit code 1\n${output}` : output;
            const decided = guard.after(call, { output: text, failed: failed ? true : null, until: i });
            expect(hook(after('s', `${i}`, command, output, failed), i)).toBe(decided.text);
          }
        }),
        { numRuns: GUARD_POLICY_RUNS },
      );
      // Twenty thousand hooks, each on the files of its session: half of the usual limit on a free machine.
    },
    60_000 * Number(process.env.LONG ?? 1),
  );
});

describe('the lock of a session', () => {
  /** A session whose lock names a process that is alive, and is so many seconds old. */
  function lockSession(seconds: number): string {
    const policy = writePolicy();
    play('claude', policy, LOOP.slice(0, 1));
    const lock = join(sessionFile(policy, 's'), '../lock');
    writeFileSync(lock, String(process.ppid));
    const made = Date.now() / 1000 - seconds;
    utimesSync(lock, made, made);
    return policy;
  }

  it('is taken over when it is left over, even if another process has the number of its owner', () => {
    const policy = lockSession(60);
    const played = play('claude', policy, LOOP.slice(0, 2));
    expect(played[1].followed?.hookSpecificOutput.additionalContext).toContain('3 times in a row');
  });

  it('is respected while somebody may have it, and waited for no longer than half of an agent’s patience', () => {
    const policy = lockSession(0);
    const input = JSON.stringify(HOOK_INPUTS.claude.before('s', 'x', 'ls'));
    const began = performance.now();
    expect(() => runGuardHook({ agent: 'claude', policy }, input, 0)).toThrow('is being written by process');
    expect(performance.now() - began).toBeLessThan(2_500);
  });
});

describe('a session’s file', () => {
  it('holds no result, and nobody else may read it', () => {
    const policy = writePolicy();
    const secret = 'sk-1234';
    const { before, after } = HOOK_INPUTS.claude;
    runGuardHook({ agent: 'claude', policy }, JSON.stringify(before('s', '1', 'env')), 0);
    runGuardHook({ agent: 'claude', policy }, JSON.stringify(after('s', '1', 'env', secret, false)), 0);
    expect(readFileSync(sessionFile(policy, 's'), 'utf8')).not.toContain(secret);
  });

  it('whose last line a crash cut off is read up to there, and continued', () => {
    const policy = writePolicy();
    play('claude', policy, LOOP.slice(0, 2));
    const path = sessionFile(policy, 's');
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, `${whole}{"kind":"before","call":{"to`);
    const played = play('claude', policy, LOOP.slice(0, 1));
    expect(played[0].followed?.hookSpecificOutput.additionalContext).toContain('3 times in a row');
    const added = readGuardLines(path).slice(whole.trim().split('\n').length);
    expect(added.map(({ kind }) => kind)).toEqual(['before', 'after', 'event', 'decision']);
  });

  it.each([
    ['not JSON', 'x', /JSON/],
    ['not an object', '[]', /not a JSON object/],
    ['without a session', '{"hook_event_name":"PreToolUse"}', /no session_id/],
    ['without a tool', '{"hook_event_name":"PreToolUse","session_id":"s"}', /no tool_name/],
    [
      'an unknown event',
      '{"hook_event_name":"Stop","session_id":"s"}',
      /claude has no hook “Stop” for a guard/,
    ],
  ])('is not touched by input that is %s', (_, input, message) => {
    expect(() => runGuardHook({ agent: 'claude', policy: writePolicy() }, input, 0)).toThrow(message);
  });
});
