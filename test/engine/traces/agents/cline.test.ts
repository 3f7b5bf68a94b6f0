import { describe, expect, it } from 'vitest';
import { cpuTime } from '../../../cpuTime.ts';
import { readFiles, totals } from '../fixture.ts';
import { expectedOf, expectSteps, filesAt, readBothWays, readPaths, stepsFor } from './expected.ts';

describe('logs of Cline', () => {
  it('hold a session and its sub-agent, with times, tokens and failures', () => {
    const expected = expectedOf('cline', 'sessions/');
    const { cases, leftOut } = readPaths('agents/cline/sessions');
    expect(cases.map(({ id, parent, labels }) => [id, parent, labels])).toEqual([
      ['1795818802119_36tuo', null, { model: 'mock-1' }],
      [
        '1795818802119_36tuo__agent_1795818805786_7srv88',
        '1795818802119_36tuo',
        { model: 'mock-1', agent: 'subagent' },
      ],
    ]);
    expectSteps(cases[0].steps, stepsFor(expected, 'main'));
    expectSteps(cases[1].steps, stepsFor(expected, 'sub-agent'));
    expect(totals(cases)).toMatchObject({ steps: 9, errors: 1, tokensIn: 59_616, tokensOut: 416 });
    expect(cases[0].steps[0]).toMatchObject({
      at: 1_795_818_803_875,
      until: 1_795_818_803_925,
      prompt: 'FULL please look',
    });
    expect(cases[0].steps[2].error).toMatch(/^Error reading file: ENOENT/);
    expect(leftOut).toEqual([
      expect.objectContaining({ what: 'sessions without an answer', file: expect.stringContaining('yaend') }),
    ]);
  });

  it('hold calls and results that are written as XML', () => {
    const [one] = readPaths('traces/a13-cline').cases;
    expect(one).toMatchObject({
      id: 'a13-cline',
      steps: [
        {
          ...{ tool: 'read_file', args: '{"path":"a.py"}', answer: 'I read it.', prompt: 'fix' },
          ...{ result: 'x = 1', failed: false, at: 1_767_225_601_000 },
        },
        { tool: 'attempt_completion', args: '{"result":"ok"}', result: null, failed: null },
      ],
    });
  });

  it('mark failures and refusals of calls that are written as XML', () => {
    const said = (role: string, text: string, ts: number) => ({
      role,
      content: [{ type: 'text', text }],
      ts,
    });
    const result = (text: string, ts: number) =>
      said(
        'user',
        `[execute_command for 'x'] Result:\n${text}\n<environment_details>\nnow\n</environment_details>`,
        ts,
      );
    const call = (ts: number) =>
      said('assistant', '<execute_command>\n<command>x</command>\n</execute_command>', ts);
    const { cases } = readBothWays({
      'tasks/7/api_conversation_history.json': JSON.stringify([
        ...[said('user', '<task>\ngo\n</task>', 1.7e12), call(1.7e12 + 1)],
        result('The tool execution failed with the following error:\n<error>no</error>', 1.7e12 + 2),
        ...[call(1.7e12 + 3), result('The user denied this operation.', 1.7e12 + 4)],
      ]),
    });
    expect(cases[0].id).toBe('7');
    expect(cases[0].steps.map(({ failed, result: value }) => [failed, value])).toEqual([
      [true, expect.stringMatching(/^The tool execution failed/)],
      [null, null],
    ]);
  });

  it('are read in time in proportion to their length, whatever tags an answer leaves open', () => {
    const open = '<read_file>\n'.repeat(10_000);
    const call = `<read_file>\n${'<br>'.repeat(20_000)}<path>a.ts</path>\n</read_file>`;
    const answers = [open, call].map((text, i) => ({
      role: 'assistant',
      content: [{ type: 'text', text }],
      ts: 1.7e12 + i,
    }));
    const text = JSON.stringify([{ role: 'user', content: 'go', ts: 1.7e12 }, ...answers]);
    const read = () => readFiles({ 'tasks/7/api_conversation_history.json': text });
    expect(read().cases[0].steps.at(-1)).toMatchObject({ tool: 'read_file' });
    expect(cpuTime(read)).toBeLessThan(400);
  });

  it('are reported as broken where the file is cut', () => {
    const [[name, bytes]] = Object.entries(filesAt('traces/a13-cline'));
    const { cases, skipped } = readFiles({ [name]: bytes.subarray(0, bytes.length - 60) });
    expect(cases).toHaveLength(1);
    expect(skipped).toMatchObject([{ reason: expect.stringMatching(/^not JSON/) }]);
  });
});
