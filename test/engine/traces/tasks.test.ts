import { describe, expect, it } from 'vitest';
import { readFiles } from './fixture.ts';

const tasksOf = (name: string, text: string) =>
  readFiles({ [name]: text }).cases.map(({ id, labels }) => [id, labels.task ?? null]);

const lines = (...values: readonly object[]) => values.map(value => JSON.stringify(value)).join('\n');

/** A trace of one call, with more attributes. */
const span = (trace: string, more: Readonly<Record<string, string>>) => ({
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: [
            {
              ...{
                traceId: trace.padStart(32, '0'),
                spanId: trace.padStart(16, '0'),
                name: 'execute_tool find',
              },
              ...{ startTimeUnixNano: '1000000000', endTimeUnixNano: '2000000000' },
              attributes: Object.entries({ 'gen_ai.tool.name': 'find', ...more }).map(([key, value]) => ({
                key,
                value: { stringValue: value },
              })),
            },
          ],
        },
      ],
    },
  ],
});

describe('the task of a case', () => {
  it('is a column of a table next to case and activity, even if it is given once', () => {
    const table = 'case,tool,task_id\nr1,find,order 7\nr1,send,\nr2,find,\n';
    expect(tasksOf('log.csv', table)).toEqual([
      ['r1', 'order 7'],
      ['r2', null],
    ]);
  });

  it('is a field of an event that also names a tool', () => {
    const log = lines({ case: 'r1', tool: 'find', task: 'order 7' }, { case: 'r2', tool: 'find' });
    expect(tasksOf('events.jsonl', log)).toEqual([
      ['r1', 'order 7'],
      ['r2', null],
    ]);
    // A task without a tool is the activity, and without a case the case.
    expect(tasksOf('plain.csv', 'case,task\nr1,find\n')).toEqual([['r1', null]]);
    expect(tasksOf('only.csv', 'task_id,tool\norder 7,find\n')).toEqual([['order 7', null]]);
  });

  it.each(['task.id', 'task_id', 'langsmith.metadata.task_id'])(
    'is the attribute %s of any of its spans',
    name => {
      const [[, task], [, other]] = tasksOf(
        's.jsonl',
        lines(span('a1', { [name]: 'order 7' }), span('b2', {})),
      );
      expect([task, other]).toEqual(['order 7', null]);
    },
  );

  it('is in the metadata of a span as well', () => {
    const told = span('a1', { metadata: '{"task_id": "order 7"}' });
    expect(tasksOf('s.jsonl', lines(told))[0][1]).toBe('order 7');
  });
});
