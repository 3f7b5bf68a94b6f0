import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { ProxySession } from '../../../../src/cli/guard/proxy/proxySession.ts';
import { readConversation } from '../../../../src/cli/guard/proxy/readConversation.ts';
import { createGuard } from '../../../../src/engine/guard/index.ts';
import { readGuardPolicy } from '../../../../src/engine/guard/readGuardPolicy.ts';
import { GUARD_POLICY_PARTS, GUARD_POLICY_RUNS, GUARD_STEPS } from '../guardCases.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-proxy-session-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A request of chat completions with so many calls and their results. */
const requestOf = (made: readonly (readonly [command: string, output: string, failed: boolean])[]) => ({
  messages: [
    { role: 'user', content: 'go' },
    ...made.flatMap(([command, output, failed], i) => [
      {
        role: 'assistant',
        tool_calls: [{ id: `c${i}`, function: { name: 'Bash', arguments: JSON.stringify({ command }) } }],
      },
      { role: 'tool', tool_call_id: `c${i}`, content: failed ? `{"error":"${output}"}` : output },
    ]),
  ],
});

describe('a session behind the proxy', () => {
  it('is decided as by the library, whatever the policy, the steps and the moment of a restart', () => {
    fc.assert(
      fc.property(GUARD_POLICY_PARTS, GUARD_STEPS, fc.nat(20), (part, made, restart) => {
        const json = { format: 'statescope-guard', version: 1, name: 'ours', ...part };
        const policy = readGuardPolicy(json);
        const sessions = mkdtempSync(join(folder, 's-'));
        const guard = createGuard(json, 's');
        let session = new ProxySession(sessions, policy, 's');
        for (let count = 1; count <= made.length; count++) {
          if (count === restart) session = new ProxySession(sessions, policy, 's');
          const [command, output, failed] = made[count - 1];
          const call = { id: `c${count - 1}`, tool: 'Bash', args: { command }, at: 0 };
          guard.before(call, { canAdvise: false });
          guard.after(call, { output: failed ? `{"error":"${output}"}` : output, until: 0 });
          const conversation = readConversation('chat', requestOf(made.slice(0, count)));
          const verdict = session.take(conversation!, 0);
          expect(verdict.answer).toBe(guard.summary);
          if (guard.summary !== null) break;
          expect(verdict.state).toBe(guard.state());
        }
      }),
      { numRuns: GUARD_POLICY_RUNS },
    );
  });

  it('counts what is new alone in a conversation that was shortened', () => {
    const policy = readGuardPolicy({
      format: 'statescope-guard',
      version: 1,
      name: 'ours',
      budgets: { calls: 3 },
    });
    const session = new ProxySession(mkdtempSync(join(folder, 's-')), policy, 's');
    const { messages } = requestOf([
      ['a', 'x', false],
      ['b', 'x', false],
    ]);
    const take = (all: readonly object[]) =>
      session.take(readConversation('chat', { messages: all })!, 0).answer;
    expect(take(messages)).toBeNull();
    const later = requestOf([
      ['a', 'x', false],
      ['b', 'x', false],
      ['c', 'x', false],
    ]).messages.slice(3);
    expect(take([messages[0], ...later.slice(0, 2)])).toBeNull();
    expect(take([messages[0], ...later])).toContain('3 of 3 calls are spent');
  });
});
