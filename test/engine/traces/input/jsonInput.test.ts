import { describe, expect, it } from 'vitest';
import { readFiles } from '../fixture.ts';

const span = (id: string, tool: string) =>
  JSON.stringify({
    ...{ traceId: 'a'.repeat(32), spanId: id.repeat(16), name: `execute_tool ${tool}` },
    ...{ startTimeUnixNano: '1700000000000000000', endTimeUnixNano: '1700000001000000000' },
    attributes: [
      { key: 'gen_ai.operation.name', value: { stringValue: 'execute_tool' } },
      { key: 'gen_ai.tool.name', value: { stringValue: tool } },
    ],
  });
const call = (id: string) =>
  JSON.stringify({
    role: 'assistant',
    tool_calls: [{ id, type: 'function', function: { name: 'look', arguments: '{}' } }],
  });

describe('one JSON value whose elements stand in a line each', () => {
  it.each([
    ['two spans', [span('1', 'look'), span('2', 'find')]],
    ['one span', [span('1', 'look')]],
  ])('is read whole: %s', (_, spans) => {
    const text = `{"resourceSpans":[{"scopeSpans":[{"spans":[\n${spans.join(',\n')}\n]}]}]}`;
    const { cases, skipped } = readFiles({ 'a.json': text });
    expect(skipped).toEqual([]);
    expect(cases.map(({ steps }) => steps.length)).toEqual([spans.length]);
  });

  it('keeps the facts of its first line', () => {
    const text = `{"id":"session 7","meta":{"a":[1]},"messages":[\n${call('a')},\n${call('b')}\n]}`;
    const { cases, skipped } = readFiles({ 'a.json': text });
    expect(skipped).toEqual([]);
    expect(cases.map(({ id, steps }) => [id, steps.length])).toEqual([['session 7', 2]]);
  });
});

it('lines of JSON of which the first was cut off are read by lines', () => {
  const text = `{"id":"cut","messages":[{"role":"user","con\n{"id":"b","messages":[${call('a')}]}\n{"id":"c","messages":[${call('a')}]}\n`;
  const { cases, skipped } = readFiles({ 'a.jsonl': text });
  expect(skipped).toMatchObject([{ line: 1 }]);
  expect(cases.map(({ id }) => id)).toEqual(['b', 'c']);
  // Where no text was cut.
  const open = readFiles({ 'a.jsonl': text.replace(',"con', ',') });
  expect(open.cases.map(({ id }) => id)).toEqual(['b', 'c']);
});
