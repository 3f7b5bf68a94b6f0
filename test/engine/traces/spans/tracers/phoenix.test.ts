import { describe, expect, it } from 'vitest';
import { json, jsonLines } from '../../caseFixture.ts';
import { readFiles } from '../../fixture.ts';

const span = (more: object) => ({
  ...{ name: 'look', span_kind: 'TOOL', parent_id: null, status_code: 'ERROR', status_message: 'no' },
  ...{ context: { trace_id: 't', span_id: '1' }, start_time: '2026-01-01T00:00:00Z', end_time: null },
  ...more,
});

describe('spans of Phoenix', () => {
  it('may hold their attributes as objects within each other', () => {
    const attributes = {
      tool: { name: 'look', parameters: { q: 1 } },
      output: { value: '7' },
      metadata: { task_id: 'a' },
    };
    const { cases } = readFiles({ a: json(span({ attributes })) });
    expect(cases).toMatchObject([
      {
        id: 't',
        labels: { task: 'a' },
        steps: [{ tool: 'look', args: '{"q":1}', result: '7', failed: true, error: 'no' }],
      },
    ]);
  });

  it('are read as records of the data frame', () => {
    const record = {
      ...{ 'context.trace_id': 't', 'context.span_id': '1', name: 'x', span_kind: 'LLM', parent_id: null },
      ...{ start_time: 1_767_225_600_000, 'attributes.llm.token_count.prompt': 5 },
      'attributes.llm.output_messages': [{ 'message.role': 'assistant', 'message.content': 'Two' }],
    };
    expect(readFiles({ a: jsonLines(record) }).cases).toMatchObject([
      { steps: [{ tool: 'say', answer: 'Two', tokensIn: 5, at: Date.UTC(2026, 0, 1) }] },
    ]);
  });

  it('are read out of cells of a table in Python’s notation', () => {
    const head = 'context.trace_id,context.span_id,name,span_kind,attributes.llm.output_messages';
    const cell = `"[{'message.role': 'assistant', 'message.content': ""It's two""}]"`;
    const { cases, skipped } = readFiles({ 'a.csv': `${head}\nt,1,x,LLM,${cell}\n,,y,LLM,\n` });
    expect(cases).toMatchObject([{ id: 't', steps: [{ tool: 'say', answer: "It's two" }] }]);
    expect(skipped).toEqual([{ file: 'a.csv', line: 3, reason: 'a span without an id or a trace' }]);
  });
});
