import { describe, expect, it } from 'vitest';
import { readFiles, totals } from '../fixture.ts';
import { expectedOf, expectSteps, filesAt, readBothWays, readPaths } from './expected.ts';

const text = (path: string): string => new TextDecoder().decode(Object.values(filesAt(path))[0]);

describe('logs of opencode and Kilo', () => {
  it.each([
    ['opencode', 'export.json'],
    ['opencode', 'run-format-json.jsonl'],
    ['kilo', 'export.json'],
  ])('hold every step and token: %s, %s', (agent, file) => {
    const expected = expectedOf(agent, file);
    const { cases } = readPaths(`agents/${agent}/${file}`);
    expectSteps(cases[0].steps, expected.steps);
    const { steps, failed_steps, tokens_in, tokens_out } = expected.totals;
    expect(totals(cases)).toMatchObject({
      steps,
      errors: failed_steps,
      tokensIn: tokens_in,
      tokensOut: tokens_out,
    });
    expect(cases[0].id).toMatch(/^ses_/);
  });

  it('are one case where a session is exported and printed', () => {
    const { cases } = readPaths('agents/opencode/export.json', 'agents/opencode/run-format-json.jsonl');
    expect(cases.map(({ steps }) => steps.length)).toEqual([9]);
    expect(totals(cases)).toMatchObject({ tokensIn: 79_616, tokensOut: 416 });
  });

  it('give the cost of an answer, and cached tokens next to its input', () => {
    expect(readPaths('traces/a10-opencode').cases).toMatchObject([
      {
        id: 'ses_1',
        steps: [
          {
            ...{ tool: 'bash', args: '{"command":"ls"}', failed: false, result: 'a b', usd: 0.01 },
            ...{ tokensIn: 150, tokensOut: 10, tokensCachedRead: 50 },
          },
        ],
      },
    ]);
  });

  it('give the session of a sub-agent the one whose call sent it', () => {
    const main = JSON.parse(text('agents/opencode/export.json')) as { info: { id: string } };
    const part = { id: 'p', type: 'text', text: 'seen' };
    const sub = {
      info: { id: 'ses_de0e3ddd0ffeUd6Z2tQCcL6NmC', projectID: 'p', time: { created: 1 } },
      messages: [{ info: { id: 'm', role: 'assistant', time: { created: 2 } }, parts: [part] }],
    };
    const { cases } = readBothWays({ main: JSON.stringify(main), sub: JSON.stringify(sub) });
    expect(cases.map(({ parent, labels }) => [parent, labels.agent])).toEqual([
      [main.info.id, 'general'],
      [null, undefined],
    ]);
  });

  it('keep the time of the model apart from that of the tools that it calls, each in its answer', () => {
    const first = 1_767_225_600_000;
    const time = (start: number, end: number) => ({ start: first + start, end: first + end });
    const tool = (callID: string, start: number, end: number) => ({
      ...{ type: 'tool', tool: 'bash', callID },
      state: { status: 'completed', input: {}, output: 'done', time: time(start, end) },
    });
    const said = (text: string, start: number, end: number) => ({
      type: 'text',
      text,
      time: time(start, end),
    });
    const parts = [
      ...[tool('c', 4, 6), tool('d', 5, 9), { type: 'step-finish' }, said('Next', 12, 13), tool('e', 14, 15)],
      ...[{ type: 'step-finish' }, said('Ready', 20, 22)],
    ];
    const { cases } = readBothWays({
      a: JSON.stringify({
        info: { id: 's', projectID: 'p' },
        messages: [
          {
            info: { id: 'm', role: 'assistant', time: { created: first } },
            parts: parts.map((part, index) => ({ id: `p${10 + index}`, ...part })),
          },
        ],
      }),
    });
    const after = (moment: number | null) => (moment === null ? null : moment - first);
    expect(
      cases[0].steps.map(step => [
        ...[step.tool, after(step.at), after(step.until)],
        step.modelCalls?.map(call => call.map(after)) ?? null,
      ]),
    ).toEqual([
      ['bash', 4, 6, [[0, 4]]],
      ['bash', 5, 9, null],
      // Nobody says when the model was called again.
      ['bash', 14, 15, null],
      ['say', 20, 22, null],
    ]);
  });

  it('hold no result of an interrupted call, and no step for a summary', () => {
    const message = (id: string, parts: readonly object[], more = {}) => ({
      info: { id, role: 'assistant', time: { created: 5 }, ...more },
      parts: parts.map((part, index) => ({ id: `${id}-${index}`, ...part })),
    });
    const aborted = {
      status: 'error',
      input: {},
      error: 'Tool execution aborted',
      time: { start: 1, end: 2 },
    };
    const tokens = { input: 7, output: 3, reasoning: 0, cache: { read: 0, write: 0 } };
    const { cases } = readBothWays({
      a: JSON.stringify({
        info: { id: 's', projectID: 'p' },
        messages: [
          message('m1', [{ type: 'text', text: 'all of it' }], { summary: true, tokens }),
          message('m2', [{ type: 'tool', tool: 'bash', callID: 'c', state: aborted }]),
        ],
      }),
    });
    expect(cases[0].steps).toMatchObject([
      { tool: 'bash', failed: null, result: null, tokensIn: 7, tokensOut: 3 },
    ]);
    expect(cases[0].steps).toHaveLength(1);
  });

  it('are reported as broken where the file is cut', () => {
    const { cases, skipped } = readFiles({
      'export.json': text('agents/opencode/export.json').slice(0, -200),
    });
    expect(cases).toEqual([]);
    expect(skipped).toMatchObject([{ reason: expect.stringMatching(/^not JSON: the file ends/) }]);
  });

  it('leave out of a fork the part of the session that it continues', () => {
    const tokens = { input: 1_000, output: 50, reasoning: 0, cache: { read: 0, write: 0 } };
    const answer = (id: string, created: number) => ({
      info: { id, role: 'assistant', cost: 0.1, tokens, time: { created, completed: created + 900 } },
      parts: [
        { id: `p${id}`, type: 'tool', tool: 'bash', callID: `c${created}`, state: { status: 'completed' } },
        { id: `q${id}`, type: 'step-finish', cost: 0.1, tokens },
      ],
    });
    const session = (id: string, created: number, ...messages: readonly object[]) =>
      JSON.stringify({ info: { id, time: { created } }, messages });
    const first = 1_767_225_600_000;
    const files = {
      'fork.json': session('ses_f', first + 9_000, answer('m3', first), answer('m4', first + 9_500)),
      'origin.json': session('ses_o', first, answer('m1', first), answer('m2', first + 1_000)),
    };
    const { cases, leftOut } = readFiles(files);
    expect(cases.map(({ id, steps }) => [id, steps.length])).toEqual([
      ['ses_o', 2],
      ['ses_f', 1],
    ]);
    expect(leftOut).toEqual([
      { file: 'fork.json', what: 'messages that a fork has of the session before it', count: 1 },
    ]);
  });
});
