import { describe, expect, it } from 'vitest';
import { readFiles, readFixture, textOfFixture } from './fixture.ts';

const SHOP = 'raw/openai-agents/shop.jsonl';

describe('traces of the OpenAI Agents SDK', () => {
  const { cases, skipped, found: files } = readFixture(SHOP);

  it('are cases by group, with their task, workflow and model', () => {
    expect([files[0]?.format, skipped]).toEqual(['OpenAI Agents SDK', []]);
    expect(cases.map(({ id, labels }) => [id, labels])).toEqual([
      ['order 1', { task: 'order 1', model: 'gpt-test', workflow: 'Shop' }],
      ['order 2', { task: 'order 2', workflow: 'Shop' }],
      ['order 3', { task: 'order 3', model: 'gpt-test', workflow: 'Shop' }],
    ]);
  });

  it('have calls, handoffs and the last answer as steps, with their agents', () => {
    const [first, second, third] = cases.map(({ steps }) => steps.map(({ tool, agent }) => [tool, agent]));
    expect(first).toEqual([
      ['stock_of', 'Clerk'],
      ['stock_of', 'Clerk'],
      ['handoff', 'Clerk'],
      ['order', 'Buyer'],
      ['say', 'Buyer'],
    ]);
    // Of a response the SDK tells its id alone; the turn around it tells that the model was asked.
    expect(second).toEqual([
      ['stock_of', 'Clerk'],
      ['stock_of', 'Clerk'],
      ['say', 'Clerk'],
    ]);
    expect(third?.map(([tool]) => tool)).toEqual(['stock_of', 'stock_of', 'stock_of']);
  });

  it('hold arguments, results, failures, and the words of a model whose messages are traced', () => {
    const [found, missing, handed, , said] = cases[0]!.steps;
    expect(found).toMatchObject({ args: '{"item":"desk"}', result: 'desk: 4 left', failed: false });
    expect(found?.prompt).toBe('Two desks and a chair, please.');
    expect(missing).toMatchObject({ failed: true, prompt: 'desk: 4 left' });
    expect(missing?.error).toContain('Tool execution failed');
    expect(handed?.args).toBe('{"to_agent":"Buyer"}');
    expect(said?.answer).toBe('Two desks are on their way.');
    expect(cases[1]!.steps.at(-1)?.answer).toBeNull();
  });

  it('count the tokens of each turn once, as the SDK sums them up', () => {
    const sums = cases.map(({ steps }) => [
      steps.reduce((sum, { tokensIn }) => sum + (tokensIn ?? 0), 0),
      steps.reduce((sum, { tokensOut }) => sum + (tokensOut ?? 0), 0),
    ]);
    const told = textOfFixture(SHOP)
      .trim()
      .split('\n')
      .map(line => JSON.parse(line).span_data?.data)
      .filter(data => data?.sdk_span_type === 'task')
      .map(({ usage }) => [usage.input_tokens, usage.output_tokens]);
    expect(told).toHaveLength(3);
    expect(sums).toEqual(told);
  });

  it('report how a run was broken off', () => {
    expect(cases.map(({ end }) => end)).toEqual([
      null,
      null,
      'MaxTurnsExceededError: Max turns (3) exceeded',
    ]);
  });

  it('are read alike from what the SDK sends to its server, from a list, and without a group', () => {
    const items = textOfFixture(SHOP)
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as object);
    for (const value of [{ data: items }, items])
      expect(readFiles({ 'sent.json': JSON.stringify(value) }).cases).toEqual(cases);
    const alone = items.map(item => JSON.stringify({ ...item, group_id: null })).join('\n');
    const traces = readFiles({ 'alone.jsonl': alone }).cases;
    expect(traces.map(({ id }) => id.slice(0, 6))).toEqual(['trace_', 'trace_', 'trace_']);
    expect(traces.map(({ steps }) => steps)).toEqual(cases.map(({ steps }) => steps));
  });

  it('may have the usage and the items of a response, as the Python SDK has', () => {
    const span = (id: string, parent: string | null, at: number, span_data: object) => ({
      ...{ object: 'trace.span', id, trace_id: 't', parent_id: parent, error: null },
      started_at: `2026-01-01T00:00:0${at}+00:00`,
      ended_at: `2026-01-01T00:00:0${at + 1}+00:00`,
      span_data,
    });
    const usage = { input_tokens: 70, output_tokens: 8 };
    const items = [
      { object: 'trace', id: 't', workflow_name: 'Agent workflow', group_id: null, metadata: null },
      span('r', 'turn', 2, { type: 'response', response_id: 'resp', usage }),
      span('f', 'turn', 4, {
        ...{ type: 'function', name: 'find', input: '{}', output: 'found', mcp_data: null },
      }),
      span('turn', 'a', 1, { type: 'custom', name: 'turn', data: { sdk_span_type: 'turn', usage } }),
      span('a', null, 0, {
        type: 'agent',
        name: 'Finder',
        handoffs: [],
        tools: ['find'],
        output_type: 'str',
      }),
    ];
    const [found] = readFiles({ 'python.json': JSON.stringify({ data: items }) }).cases;
    expect(found?.steps).toMatchObject([{ tool: 'find', agent: 'Finder', tokensIn: 70, tokensOut: 8 }]);
  });

  it('of a version without spans of turns take the call of the model from a response that gives only its id', () => {
    const span = (id: string, at: number, span_data: object) => ({
      ...{ object: 'trace.span', id, trace_id: 't', parent_id: id === 'a' ? null : 'a', error: null },
      ...{ started_at: `2026-01-01T00:00:0${at}Z`, ended_at: `2026-01-01T00:00:0${at + 1}Z`, span_data },
    });
    const response = { type: 'response', response_id: 'resp' };
    const lines = [
      { object: 'trace', id: 't', workflow_name: 'Shop', group_id: null, metadata: null },
      span('r1', 1, response),
      span('f', 2, { type: 'function', name: 'find', input: '{}', output: 'found' }),
      span('r2', 3, response),
      span('a', 0, { type: 'agent', name: 'Finder' }),
    ];
    const { cases: found } = readFiles({ 'old.jsonl': lines.map(one => JSON.stringify(one)).join('\n') });
    expect(found.map(({ steps }) => steps.map(({ tool, agent }) => [tool, agent]))).toEqual([
      [
        ['find', 'Finder'],
        ['say', 'Finder'],
      ],
    ]);
  });

  it('without a span of an agent are passed over, with the reason', () => {
    const trace = { object: 'trace', id: 't', workflow_name: 'w', group_id: null, metadata: null };
    const odd = { ...trace, object: 'trace.span', span_data: { type: 'speech_group' }, trace_id: 't' };
    const read = readFiles({
      'odd.jsonl': [trace, odd, { data: [] }].map(one => JSON.stringify(one)).join('\n'),
    });
    expect(read.cases).toEqual([]);
    expect(read.skipped.map(({ reason }) => reason)).toEqual(['no trace or span of the OpenAI Agents SDK']);
  });
});
