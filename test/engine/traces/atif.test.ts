import { describe, expect, it } from 'vitest';
import { readFiles } from './fixture.ts';

/** A trajectory as the format's specification describes it. */
const trajectory = (steps: readonly object[], more: object = {}) => ({
  schema_version: 'ATIF-v1.4',
  session_id: 'session-7',
  agent: { name: 'mender', version: '1.0', model_name: 'a-model' },
  steps: steps.map((step, i) => ({ step_id: i + 1, ...step })),
  ...more,
});
const read = (...values: readonly object[]) =>
  readFiles({ 'trial/agent/trajectory.json': values.map(one => JSON.stringify(one)).join('\n') });

const call = (tool_call_id: string, function_name: string, args: object) => ({
  ...{ tool_call_id, function_name, arguments: args },
});
const MENDED = [
  { source: 'system', message: 'You mend programs.' },
  { source: 'user', message: 'The tests fail.', timestamp: '2026-01-01T10:00:00Z' },
  {
    source: 'agent',
    timestamp: '2026-01-01T10:00:04Z',
    message: 'I look at both.',
    reasoning_content: 'Two files are named.',
    tool_calls: [call('c1', 'read', { path: 'a.py' }), call('c2', 'read', { path: 'b.py' })],
    observation: {
      results: [
        { source_call_id: 'c2', content: 'b' },
        { source_call_id: 'c1', content: 'a' },
      ],
    },
    metrics: { prompt_tokens: 520, completion_tokens: 80, cached_tokens: 200, cost_usd: 0.5 },
  },
  {
    source: 'agent',
    timestamp: '2026-01-01T10:00:09Z',
    message: 'It is mended.',
    metrics: { prompt_tokens: 600, completion_tokens: 44, cost_usd: 0.25 },
  },
];

describe('trajectories of ATIF', () => {
  it('are a case each, with calls, their results by id, and messages as steps', () => {
    const { cases, found, skipped } = read(trajectory(MENDED));
    expect([found[0]?.format, skipped]).toEqual(['ATIF', []]);
    expect(cases).toMatchObject([{ id: 'session-7', labels: { model: 'a-model' }, tokens: 'exact' }]);
    expect(cases[0]!.steps).toMatchObject([
      { tool: 'read', args: '{"path":"a.py"}', result: 'a', agent: 'mender', prompt: 'The tests fail.' },
      { tool: 'read', args: '{"path":"b.py"}', result: 'b', tokensIn: null },
      { tool: 'say', answer: 'It is mended.', tokensIn: 600, tokensOut: 44, usd: 0.25 },
    ]);
    expect(cases[0]!.steps[0]).toMatchObject({
      answer: 'I look at both.',
      tokensIn: 520,
      tokensOut: 80,
      usd: 0.5,
    });
    expect(cases[0]!.steps[0]!.at).toBe(Date.UTC(2026, 0, 1, 10, 0, 4));
  });

  it('have a result without a call as an action, and texts in parts', () => {
    const { cases } = read(
      trajectory([
        {
          source: 'user',
          message: [
            { type: 'text', text: 'Look' },
            { type: 'image', source: {} },
          ],
        },
        {
          source: 'agent',
          message: 'ls',
          observation: { results: [{ content: [{ type: 'text', text: 'x' }] }] },
        },
      ]),
    );
    expect(cases[0]!.steps).toMatchObject([{ tool: 'action', args: 'ls', result: 'x', prompt: 'Look' }]);
  });

  it('mark a failed call where its result reports it', () => {
    const { cases } = read(
      trajectory([
        {
          ...{ source: 'agent', message: '', tool_calls: [call('c', 'run', {}), call('d', 'run', {})] },
          observation: {
            results: [
              { source_call_id: 'c', content: 'no', extra: { is_error: true } },
              { source_call_id: 'd', content: 'yes' },
            ],
          },
        },
      ]),
    );
    expect(cases[0]!.steps).toMatchObject([{ failed: true, error: 'no' }, { failed: null }]);
  });

  it('leave out what a continued one repeats, and count what is given for the whole only', () => {
    const copied = MENDED.map(step => ({ ...step, is_copied_context: true }));
    const more = { source: 'agent', message: 'Done.' };
    const total = { total_prompt_tokens: 900, total_completion_tokens: 9, total_cost_usd: 2 };
    const { cases } = read(trajectory([...copied, more], { final_metrics: total }));
    expect(cases[0]!.steps).toMatchObject([{ tool: 'say', tokensIn: 900, tokensOut: 9, usd: 2 }]);
  });

  it('of subagents are cases of their own', () => {
    const sub = { ...trajectory([MENDED[3]!]), session_id: 'session-7-sub' };
    const { cases } = read(trajectory(MENDED, { schema_version: 'ATIF-v1.7', subagent_trajectories: [sub] }));
    expect(cases.map(({ id, steps }) => [id, steps.length])).toEqual([
      ['session-7', 3],
      ['session-7-sub', 1],
    ]);
  });

  it('of subagents that share the session have names of their own', () => {
    const sub = (trajectory_id: string) => ({ ...trajectory([MENDED[3]!]), trajectory_id });
    const all = {
      schema_version: 'ATIF-v1.7',
      trajectory_id: 't',
      subagent_trajectories: [sub('x'), sub('y')],
    };
    expect(read(trajectory(MENDED, all)).cases.map(({ id }) => id)).toEqual(['session-7', 'x', 'y']);
  });

  it('without a session have the name of their file', () => {
    const { session_id, ...nameless } = trajectory(MENDED);
    expect([session_id, read(nameless).cases[0]!.id]).toEqual(['session-7', 'trajectory']);
  });

  it('do no harm when they are malformed', () => {
    const odd = trajectory([
      { source: 'agent', message: 7, tool_calls: 'none', observation: [], metrics: null },
      { source: 'agent', tool_calls: [null, {}], observation: { results: [null, { source_call_id: 'x' }] } },
      null as unknown as object,
      { source: '__proto__', message: { toString: 'x' } },
    ]);
    const { cases } = read(odd);
    expect(cases[0]!.steps.map(({ tool }) => tool)).toContain('action');
  });
});
