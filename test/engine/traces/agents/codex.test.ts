import { describe, expect, it } from 'vitest';
import { readFiles, totals } from '../fixture.ts';
import { caseOf, expectedOf, expectSteps, filesAt, readBothWays, readPaths } from './expected.ts';

const AGENT = 'codex';
const MOCK = '01a21f26-6135-7492-b2cb-3e5cb094ebe1';

describe('rollouts of Codex', () => {
  it('record every step and token, of killed calls too', () => {
    const { cases, leftOut } = readPaths(`agents/${AGENT}/sessions`);
    const [whole, resumed, killed] = ['01a21f14-606a', '01a21f14-677e', '01a21f15'].map(id =>
      caseOf(cases, id),
    );
    expectSteps(whole.steps, expectedOf(AGENT, 'sessions/', 0).steps);
    expectSteps(resumed.steps, expectedOf(AGENT, 'sessions/', 1).steps);
    const { steps } = expectedOf(AGENT, 'sessions/', 2);
    // The session that was killed ran another command than the list of expected steps says.
    expectSteps(killed.steps, [steps[0], { ...steps[1], args: 'sleep 45' }]);
    expect(resumed).toMatchObject({ parent: whole.id, end: null, labels: { agent: 'Carson' } });
    expect(resumed.steps[0]).toMatchObject({ result: 'aborted by user', failed: true });
    expect(leftOut.map(({ what }) => what)).toContain('bookkeeping lines (event_msg, world_state)');
  });

  it('give equal outputs equal digests, whatever stands above them', () => {
    const { steps } = caseOf(readPaths(`agents/${AGENT}/sessions`).cases, '01a21f14-606a');
    expect([steps[0].result, steps[1].result]).toEqual(['notes.txt\n', 'one\ntwo\nthree\n']);
    expect(steps[4].resultHash).toBe(steps[0].resultHash);
  });

  it('give a sub-agent the session that sent it', () => {
    const { cases } = readPaths(`agents/${AGENT}/sessions-with-subagent`);
    expectSteps(cases[0].steps, expectedOf(AGENT, 'sessions-with-subagent/').steps);
    expect(cases.map(({ parent, steps }) => [parent, steps.length])).toEqual([
      [null, 8],
      [cases[0].id, 2],
    ]);
    expect(totals([cases[1]])).toMatchObject({ tokensIn: 27_101, tokensOut: 101 });
  });

  it('hold a fork as a case of its own steps', () => {
    const { cases } = readPaths(`agents/${AGENT}/sessions-fork-resume`);
    expectSteps(caseOf(cases, MOCK).steps, expectedOf(AGENT, 'sessions-fork-resume/').steps);
    const fork = caseOf(cases, '01a21f26-ca56');
    expect(fork.steps.map(({ tool }) => tool)).toEqual(['exec_command', 'say']);
    expect(totals([fork])).toMatchObject({ tokensIn: 47_101, tokensOut: 101 });
  });

  it('are counted once where an older copy exists too', () => {
    const { cases, leftOut } = readPaths(
      `agents/${AGENT}/sessions-fork-resume`,
      `agents/${AGENT}/sessions-with-subagent`,
    );
    expect(cases.map(({ steps }) => steps.length)).toEqual([10, 2, 2]);
    expect(leftOut.filter(({ what }) => what === 'lines that stand in another file too')).toHaveLength(2);
  });

  it('leave out what a fork repeats, whatever the order and names of the files', () => {
    const files = filesAt('traces/c09-codex-fork');
    const [[, fork], [, parent]] = Object.entries(files);
    for (const named of [files, { a: fork, b: parent }, { a: parent, b: fork }]) {
      const { cases, leftOut } = readBothWays(named);
      const sums = cases.map(one => totals([one]));
      expect(cases.map(({ id }) => id)).toEqual(['cx-parent', 'cx-fork']);
      expect(sums.map(({ steps, tokensIn, tokensOut }) => [steps, tokensIn + tokensOut])).toEqual([
        [3, 3_550],
        [1, 1_440],
      ]);
      expect(leftOut).toContainEqual(
        expect.objectContaining({ what: 'lines that repeat another session (fork)' }),
      );
    }
  });

  it('recognise the history in a fork without the harness’s own words', () => {
    const files = Object.values(filesAt('traces/c09-codex-fork')).map(bytes =>
      new TextDecoder().decode(bytes),
    );
    const [fork, parent] = files.map(text => text.trimEnd().split('\n'));
    const told = { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'Be kind' }] };
    const harness = JSON.stringify({ type: 'response_item', payload: told });
    const { cases } = readBothWays({
      a: [...parent.slice(0, 2), harness, ...parent.slice(2)].join('\n'),
      b: [fork[0], harness.replace('Be kind', 'Be brief'), ...fork.slice(2)].join('\n'),
    });
    expect(cases.map(one => [one.id, totals([one]).steps])).toEqual([
      ['cx-parent', 3],
      ['cx-fork', 1],
    ]);
    expect(cases[1].steps[0].prompt).toBe('now fix it');
  });

  it('hold no step for the summary of a compaction, whose tokens count', () => {
    const { cases } = readPaths(`agents/${AGENT}/compacted`);
    expect(totals([cases[0]])).toMatchObject({ steps: 12, errors: 2, tokensIn: 93_334, tokensOut: 574 });
    expect(totals([cases[1]])).toMatchObject({ steps: 2, tokensIn: 27_101, tokensOut: 101 });
    expect(cases[0].steps.map(({ answer }) => answer)).not.toContain('ok');
  });

  it('count the same total once', () => {
    const { cases } = readPaths('traces/c08-codex-reemit');
    expect(totals(cases)).toMatchObject({ steps: 2, tokensIn: 2_000, tokensOut: 200, errors: 0 });
  });

  it('hold calls of an older shell', () => {
    const item = (payload: object) =>
      JSON.stringify({ type: 'response_item', timestamp: '2026-01-01T00:00:00Z', payload });
    const { cases } = readBothWays({
      r: [
        JSON.stringify({ type: 'session_meta', payload: { id: 'old' } }),
        item({ type: 'local_shell_call', call_id: 'a', action: { type: 'exec', command: ['ls'] } }),
        item({
          type: 'function_call_output',
          call_id: 'a',
          output: '{"output":"x","metadata":{"exit_code":1}}',
        }),
      ].join('\n'),
    });
    expect(cases[0].steps).toMatchObject([{ tool: 'local_shell', result: 'x', failed: true }]);
  });

  it('leave out the lists of prompts and sessions next to them', () => {
    const { leftOut } = readBothWays({
      ...filesAt('traces/c08-codex-reemit'),
      'history.jsonl': JSON.stringify({ session_id: 'cx-re', ts: 1, text: 'look' }),
      'session_index.jsonl': JSON.stringify({
        id: 'cx-re',
        thread_name: 'a',
        updated_at: '2026-01-01T00:00:00Z',
      }),
    });
    expect(leftOut.filter(({ what }) => what.endsWith('(index)')).map(({ file }) => file)).toEqual([
      'history.jsonl',
      'session_index.jsonl',
    ]);
  });

  it('are reported as broken where a line is cut', () => {
    const [[name, bytes]] = Object.entries(filesAt('traces/c08-codex-reemit'));
    const { cases, skipped } = readFiles({ [name]: bytes.subarray(0, bytes.length - 40) });
    expect(cases).toHaveLength(1);
    expect(skipped).toMatchObject([{ reason: expect.stringMatching(/^not JSON/) }]);
  });
});

describe('the output of codex exec --json', () => {
  it('is read with the tokens of whole turns', () => {
    const { cases, notes } = readPaths(`agents/${AGENT}/exec-json.jsonl`);
    const { steps } = expectedOf(AGENT, 'exec-json.jsonl');
    // The two calls that were made at once are printed in the order in which they ended.
    const printed = [
      steps[0],
      steps[1],
      { ...steps[3], answer: 'Both at once.' },
      { ...steps[2], answer: undefined },
    ];
    expectSteps(cases[0].steps, [...printed, ...steps.slice(4)], false);
    expect(totals(cases)).toMatchObject({ steps: 7, errors: 1, tokensIn: 32_515, tokensOut: 315 });
    expect(notes).toHaveLength(1);
  });

  it('marks a server’s tool as failed whose result reports it', () => {
    const line = (type: string, payload: object) =>
      JSON.stringify({ timestamp: '2026-01-01T00:00:00Z', type, payload });
    const ended = (result: object) =>
      readFiles({
        'rollout-a.jsonl': [
          line('session_meta', { id: 'C', cwd: '/' }),
          line('response_item', { type: 'function_call', name: 'mcp__s__f', call_id: 'k', arguments: '{}' }),
          line('event_msg', { type: 'mcp_tool_call_end', call_id: 'k', result }),
          line('response_item', { type: 'function_call_output', call_id: 'k', output: 'no such file' }),
        ].join('\n'),
      }).cases[0].steps.map(({ failed }) => failed);
    expect(ended({ Ok: { content: [], isError: true } })).toEqual([true]);
    expect(ended({ Ok: { content: [], is_error: true } })).toEqual([true]);
    expect(ended({ Ok: { content: [] } })).toEqual([false]);
    expect(ended({ Err: 'timeout' })).toEqual([true]);
  });
});
