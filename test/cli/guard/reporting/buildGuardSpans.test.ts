import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { formatSessionFolder, readGuardLines } from '../../../../src/cli/guard/guardSessions.ts';
import { buildGuardSpans } from '../../../../src/cli/guard/reporting/buildGuardSpans.ts';
import { runGuardHook } from '../../../../src/cli/guard/runGuardHook.ts';
import { createTraceReader } from '../../../../src/engine/traces/createTraceReader.ts';
import type { TraceCase } from '../../../../src/engine/traces/traces.ts';
import { HOOK_INPUTS } from '../hooks.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-spans-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Plays a session of Claude Code through the hook, a call a second. @returns its file */
function playSession(commands: readonly string[], act: number, session = 's'): string {
  const path = join(mkdtempSync(join(folder, 'p-')), 'policy.json');
  const rules = [{ id: 'same', when: { rule: 'in_a_row', threshold: 3, compare: 'call' } }];
  writeFileSync(path, JSON.stringify({ format: 'statescope-guard', version: 1, name: 'ours', act, rules }));
  const { before, after } = HOOK_INPUTS.claude;
  let now = 1_790_000_000_000;
  const hook = (input: object) => runGuardHook({ agent: 'claude', policy: path }, JSON.stringify(input), now);
  for (const [i, command] of commands.entries()) {
    now += 400;
    const asked = hook(before(session, `c${i}`, command));
    now += 600;
    if (asked === null || !asked.includes('deny')) hook(after(session, `c${i}`, command, '1 failed', true));
  }
  return join(path, '../sessions', formatSessionFolder(session), 'session.jsonl');
}

function readCases(...texts: readonly string[]): readonly TraceCase[] {
  const reader = createTraceReader();
  for (const [i, text] of texts.entries()) {
    const file = reader.open(`${i}.jsonl`);
    file.write(new TextEncoder().encode(text));
    file.end();
  }
  const { cases, skipped } = reader.end();
  expect(skipped).toEqual([]);
  return cases;
}

const listTools = ({ steps }: TraceCase) => steps.map(({ tool }) => tool);
const spansOf = (path: string, from = 0) => JSON.stringify(buildGuardSpans(readGuardLines(path), from, true));

const LOOP = Array<string>(6).fill('npm test');
const GUARDED = ['Bash', 'Bash', 'Bash', 'guard: advises', 'Bash', 'guard: ignored', 'guard: stops'];

describe('the spans of a guarded session', () => {
  it('hold the calls that ran, and each decision after the call that it follows from', () => {
    const [one] = readCases(spansOf(playSession(LOOP, 1)));
    expect(one).toMatchObject({ id: 's', labels: { guard: 'acted', policy: 'ours' } });
    expect(listTools(one)).toEqual(GUARDED);
    expect(one.steps[3]).toMatchObject({ args: 'same', at: 1_790_000_003_000 });
    expect(one.steps[3].result).toMatch(/^You are repeating yourself/);
    expect(one.steps[6].result).toMatch(/^Stopped: the same call 3 times in a row, after 4 steps/);
    expect(one.steps[0]).toMatchObject({ args: '{"command":"npm test"}', failed: true });
    expect(one.steps[0].resultHash).toBe(one.steps[1].resultHash);
  });

  it('hold nothing of arguments where contents are withheld, and keep equal calls apart from others', () => {
    // A short text is its own key, a long one is not.
    const commands = ['npm secret', 'npm secret', `npm secret ${'x'.repeat(100)}`, ...LOOP];
    const path = playSession(commands, 1);
    expect(spansOf(path)).toContain('npm secret');
    const text = JSON.stringify(buildGuardSpans(readGuardLines(path), 0, false));
    expect(text).not.toMatch(/npm|secret|xxx|command/);
    const [one] = readCases(text);
    expect(listTools(one)).toEqual(listTools(readCases(spansOf(path))[0]));
    const keys = one.steps.slice(0, 3).map(({ argsHash }) => argsHash);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect([keys[0] === keys[1], keys[0] === keys[2]]).toEqual([true, false]);
  });

  it('say what the guard would have done where it only notes, and nothing of obedience', () => {
    const [one] = readCases(spansOf(playSession([...LOOP, 'ls'], 0)));
    expect(one.labels.guard).toBe('shadow');
    expect(listTools(one).filter(tool => tool !== 'Bash')).toEqual([
      'guard: would advise',
      'guard: would stop',
    ]);
    expect(listTools(one).filter(tool => tool === 'Bash')).toHaveLength(7);
  });

  it('say that advice was obeyed', () => {
    const [one] = readCases(spansOf(playSession([...LOOP.slice(0, 3), 'ls', 'cat a'], 1)));
    expect(listTools(one).slice(3)).toEqual(['guard: advises', 'Bash', 'guard: obeyed', 'Bash']);
  });

  it('make the case that the session’s file makes', () => {
    const path = playSession(LOOP, 1);
    const [fromSpans] = readCases(spansOf(path));
    const [fromFile] = readCases(readFileSync(path, 'utf8'));
    expect(fromFile.steps).toEqual(fromSpans.steps);
    expect(fromFile).toMatchObject({ id: 's', end: 'stopped_by_guard', labels: { guard: 'acted' } });
  });

  it('count once however often and in whatever parts they are sent', () => {
    const path = playSession(LOOP, 1);
    const lines = readGuardLines(path);
    const parts = lines.map((_, i) => JSON.stringify(buildGuardSpans(lines.slice(0, i + 1), i, true)));
    const [one] = readCases([...parts, spansOf(path)].filter(part => part !== 'null').join('\n'));
    expect(listTools(one)).toEqual(GUARDED);
  });

  it('are nothing where nothing is new', () => {
    const path = playSession(LOOP, 1);
    const lines = readGuardLines(path);
    expect(buildGuardSpans(lines, lines.length, true)).toBeNull();
    expect(buildGuardSpans([], 0, true)).toBeNull();
  });

  it('leave the calls to an agent that sends them itself, and stand among these by their time', () => {
    const own = (at: number, i: number) => ({
      ...{ traceId: '1'.repeat(32), spanId: `${i}`.padStart(16, '0'), name: 'execute_tool Bash' },
      startTimeUnixNano: `${1_790_000_000_000 + at}000000`,
      endTimeUnixNano: `${1_790_000_000_100 + at}000000`,
      attributes: [
        ['gen_ai.operation.name', 'execute_tool'],
        ['gen_ai.tool.name', 'Bash'],
        ['gen_ai.conversation.id', 's'],
        ['gen_ai.tool.call.result', `failed ${i}`],
      ].map(([key, stringValue]) => ({ key, value: { stringValue } })),
    });
    const spans = [400, 1400, 2400, 3400].map(own);
    const agent = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
    const guard = spansOf(playSession(LOOP, 1));
    for (const texts of [
      [agent, guard],
      [guard, agent],
    ]) {
      const [one, ...others] = readCases(texts.join('\n'));
      expect(others).toEqual([]);
      expect(listTools(one)).toEqual(GUARDED);
      expect(one.steps[0].result).toBe('failed 0');
      expect(one.labels).toMatchObject({ guard: 'acted', policy: 'ours' });
    }
  });
});
