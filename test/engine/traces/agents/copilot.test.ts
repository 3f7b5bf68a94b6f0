import { describe, expect, it } from 'vitest';
import { readFiles, totals } from '../fixture.ts';
import { caseOf, expectedOf, expectSteps, filesAt, readBothWays, readPaths, stepsFor } from './expected.ts';

const PATH = 'agents/copilot/session-state';
const SESSION = '2065bf80-f80e-4cf9-b0a9-6a1a30b6d018';

describe('logs of GitHub Copilot CLI', () => {
  it('hold a session, its sub-agent and one that was killed', () => {
    const expected = expectedOf('copilot', 'session-state/', 0);
    const { cases, notes } = readPaths(PATH);
    const sub = cases.find(({ parent }) => parent !== null);
    expectSteps(caseOf(cases, SESSION).steps, stepsFor(expected, 'main'));
    expectSteps(sub?.steps ?? [], stepsFor(expected, 'sub-agent'));
    expect(sub).toMatchObject({ parent: SESSION, labels: { agent: 'explore', model: 'mock-1' } });
    expectSteps(caseOf(cases, '7508dc4d').steps, expectedOf('copilot', 'session-state/', 1).steps);
    expect(totals(cases)).toMatchObject({
      steps: 13,
      errors: 1,
      tokensIn: 106_717 + 7_101,
      tokensOut: 517 + 101,
    });
    expect(notes).toEqual([]);
  });

  it('put tokens that are known for the whole session only on its last step', () => {
    const [[name, bytes]] = Object.entries(filesAt(`${PATH}/${SESSION}`));
    const lines = new TextDecoder().decode(bytes).split('\n');
    const old = lines.filter(line => !line.includes('"session.usage_record"')).join('\n');
    const { cases, notes } = readBothWays({ [name]: old });
    expect(totals(cases)).toMatchObject({ tokensIn: 106_717, tokensOut: 517 });
    expect(notes).toHaveLength(1);
  });

  it('are reported as broken where a line is cut', () => {
    const [[name, bytes]] = Object.entries(filesAt(`${PATH}/7508dc4d-ab10-4cc9-ba14-762c6d2576ce`));
    const { cases, skipped } = readFiles({ [name]: bytes.subarray(0, bytes.length - 40) });
    expect(cases).toHaveLength(1);
    expect(skipped).toMatchObject([{ reason: expect.stringMatching(/^not JSON/) }]);
  });
});

describe('answers of the Responses API', () => {
  it('are a case with their calls and tokens', () => {
    expect(readPaths('traces/a17-copilot-openai-responses').cases).toMatchObject([
      {
        id: 'resp_1',
        labels: { model: 'm' },
        steps: [{ tool: 'look', args: '{"q":1}', tokensIn: 100, tokensOut: 10 }],
      },
    ]);
  });

  it('follow one another by the answer that they name', () => {
    const answer = (id: string, before: string | null, output: object) => ({
      ...{ object: 'response', id, previous_response_id: before, output: [output] },
      usage: { input_tokens: 5, output_tokens: 1 },
    });
    const call = { type: 'function_call', call_id: 'k', name: 'look', arguments: '{}' };
    const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'seen' }] };
    const result = { type: 'function_call_output', call_id: 'k', output: 'a tree' };
    const { cases } = readBothWays({
      b: JSON.stringify({ ...answer('r2', 'r1', said), input: [result] }),
      a: JSON.stringify(answer('r1', null, call)),
    });
    expect(cases).toMatchObject([
      {
        id: 'r1',
        steps: [
          { tool: 'look', result: 'a tree' },
          { tool: 'say', answer: 'seen' },
        ],
      },
    ]);
    expect(totals(cases)).toMatchObject({ tokensIn: 10, tokensOut: 2 });
  });
});
