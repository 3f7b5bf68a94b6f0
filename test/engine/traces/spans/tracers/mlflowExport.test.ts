import { describe, expect, it } from 'vitest';
import { json } from '../../caseFixture.ts';
import { readFiles } from '../../fixture.ts';

const span = (id: string, type: string, more: object = {}, attributes: object = {}) => ({
  ...{ context: { span_id: id, trace_id: '0xab' }, parent_id: null, name: id, status_code: 'OK', events: [] },
  ...{ start_time: 1_767_225_600_000_000_000, end_time: 1_767_225_601_000_000_000 },
  attributes: { 'mlflow.spanType': JSON.stringify(type), ...attributes },
  ...more,
});
const trace = (info: object, ...spans: readonly object[]) =>
  json({ info: { request_id: 'tr-2', ...info }, data: { spans } });

describe('traces of MLflow', () => {
  it('are read in version 2 as well, with what failed and what a model answered', () => {
    const outputs = JSON.stringify({ choices: [{ message: { role: 'assistant', content: 'Two' } }] });
    const error = {
      status_code: 'ERROR',
      events: [{ name: 'exception', attributes: { 'exception.message': 'no' } }],
    };
    const { cases } = readFiles({
      a: trace(
        {},
        span('look', 'TOOL', error),
        span('say', 'LLM', { start_time: 1_767_225_602_000_000_000 }, { 'mlflow.spanOutputs': outputs }),
      ),
    });
    expect(cases).toMatchObject([
      {
        id: 'tr-2',
        steps: [
          { tool: 'look', failed: true, error: 'no' },
          { tool: 'say', answer: 'Two' },
        ],
      },
    ]);
  });

  it('are judged by their assessments', () => {
    const assessments = [{ assessment_name: 'correctness', feedback: { value: true } }];
    expect(readFiles({ a: trace({ assessments }, span('look', 'TOOL')) }).cases[0]!.outcome).toBe(
      'succeeded',
    );
  });

  it('report an invalid span in one line', () => {
    expect(readFiles({ a: trace({}, span('look', 'TOOL'), { name: 'x' }) }).skipped).toEqual([
      { file: 'a', line: 1, reason: 'a span without an id or a name' },
    ]);
  });
});
