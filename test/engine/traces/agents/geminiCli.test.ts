import { describe, expect, it } from 'vitest';
import { readFiles, totals } from '../fixture.ts';
import { caseOf, expectedOf, expectSteps, filesAt, readBothWays, readPaths, stepsFor } from './expected.ts';

const AGENT = 'gemini-cli';
const SESSION = 'a22aa94f-c580-47e2-9b96-4fafd1ce2975';

describe('logs of Gemini CLI', () => {
  it.each(['first/', 'resumed/'])('hold a session and its sub-agent as two cases: %s', files => {
    const expected = expectedOf(AGENT, files);
    const { cases } = readPaths(`agents/${AGENT}/${files}`);
    expect(cases.map(({ parent, labels }) => [parent, labels.agent])).toEqual([
      [null, undefined],
      [SESSION, 'generalist'],
    ]);
    expectSteps(caseOf(cases, SESSION).steps, stepsFor(expected, 'main'));
    expectSteps(cases[1].steps, stepsFor(expected, 'sub-agent'));
    const { steps, failed_steps, tokens_in, tokens_out } = expected.totals;
    expect(totals(cases)).toMatchObject({
      steps,
      errors: failed_steps,
      tokensIn: tokens_in,
      tokensOut: tokens_out,
    });
  });

  it('give equal outputs equal digests, whatever process wrote them', () => {
    const { steps } = readPaths(`agents/${AGENT}/first`).cases[0];
    expect(steps[0]).toMatchObject({ result: 'notes.txt', resultHash: steps[4].resultHash });
    expect(steps[2]).toMatchObject({ error: expect.stringMatching(/^File not found/) });
  });

  it('find the session of a sub-agent by its folder where the session is missing', () => {
    const files = filesAt(`agents/${AGENT}/first`);
    const [[name, bytes]] = Object.entries(files).filter(([path]) => path.includes(`chats/${SESSION}/`));
    expect(readFiles({ [name]: bytes }).cases).toMatchObject([{ parent: SESSION }]);
  });

  it('hold an answer that was killed before its call was written as an empty one', () => {
    const { steps, totals: sums } = expectedOf(AGENT, 'killed/');
    const { cases } = readPaths(`agents/${AGENT}/killed`);
    expectSteps(cases[0].steps.slice(0, 1), steps.slice(0, 1));
    expect(cases[0].steps[1]).toMatchObject({
      tool: 'say',
      answer: null,
      failed: null,
      tokensIn: 6_101,
      tokensOut: 58,
    });
    expect(totals(cases)).toMatchObject({
      steps: sums.steps,
      tokensIn: sums.tokens_in,
      tokensOut: sums.tokens_out,
    });
  });

  it('are read in lines and as one object', () => {
    for (const [name, id] of [
      ['session-2026-05-22T14-59-gs1.jsonl', 'gs-1'],
      ['session-old.json', 'gs-2'],
    ]) {
      const { cases } = readPaths(`traces/a01-gemini-cli/${name}`);
      expect(cases).toMatchObject([
        {
          ...{ id, parent: null, labels: { model: 'gemini-x' } },
          steps: [
            {
              ...{ tool: 'run_shell_command', args: '{"command":"ls"}', failed: false, result: 'a b' },
              ...{ answer: 'I look', prompt: 'how many files?', tokensIn: 1_000, tokensOut: 50 },
              ...{ tokensCachedRead: 800, tokensReasoning: 30 },
            },
            { tool: 'say', answer: 'Two files', tokensIn: 1_100, tokensOut: 10 },
          ],
        },
      ]);
    }
  });

  it('leave out the list of prompts next to them', () => {
    const prompt = {
      sessionId: 'gs-1',
      messageId: 0,
      type: 'user',
      message: 'go',
      timestamp: '2026-01-01T00:00:00Z',
    };
    const files = { ...filesAt('traces/a01-gemini-cli'), 'logs.json': JSON.stringify([prompt, prompt]) };
    const { cases, leftOut } = readBothWays(files);
    expect(cases.map(({ id }) => id)).toEqual(['gs-1', 'gs-2']);
    expect(leftOut).toEqual([{ file: 'logs.json', what: 'prompts of a history', count: 2 }]);
  });

  it('are reported as broken where the file is cut', () => {
    const [[name, bytes]] = Object.entries(filesAt('traces/a01-gemini-cli/session-old.json'));
    const { cases, skipped } = readFiles({ [name]: bytes.subarray(0, bytes.length - 100) });
    expect(cases).toEqual([]);
    expect(skipped).toHaveLength(1);
    expect(skipped[0].reason).toMatch(/^not JSON: the file ends in line/);
  });
});

describe('the output of gemini --output-format stream-json', () => {
  it('is read without tokens, which are known for the whole run only', () => {
    const { cases, notes } = readPaths(`agents/${AGENT}/stream-json.jsonl`);
    expectSteps(cases[0].steps, expectedOf(AGENT, 'stream-json.jsonl').steps);
    expect(cases[0]).toMatchObject({ tokens: 'none', labels: {} });
    expect(notes).toEqual([expect.stringMatching(/whole run alone/)]);
  });

  it('names the lines that are left out', () => {
    const lines = [
      { sessionId: 'G', projectHash: 'h', startTime: '2026-01-01T00:00:00Z', kind: 'main' },
      { id: '1', type: 'user', content: [{ text: 'q' }] },
      { id: '2', type: 'gemini', content: 'a', tokens: { input: 5, output: 1 } },
      { $rewindTo: '1' },
      { id: '3', type: 'error', content: 'API down' },
    ];
    const { cases, leftOut } = readFiles({ 'a.jsonl': lines.map(line => JSON.stringify(line)).join('\n') });
    expect(cases.map(({ steps }) => steps.length)).toEqual([1]);
    expect(leftOut).toMatchObject([{ count: 2, what: 'bookkeeping lines ($rewindTo, error)' }]);
  });
});
