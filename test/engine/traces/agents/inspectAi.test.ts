import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { calls, caseFiles, json, readCase, reversed, tokens } from '../caseFixture.ts';
import { readFiles } from '../fixture.ts';

const NAME = '2026-01-01_files';
const LOGS = caseFiles('a02-inspect-ai');

const sample = (more: object) => ({
  ...{ id: 's', epoch: 1, input: 'go', target: 'x', messages: [{ role: 'assistant', content: 'hi' }] },
  ...more,
});
const log = (...samples: readonly object[]) =>
  json({ version: 2, status: 'success', eval: { task: 't', model: 'm' }, samples });

describe('logs of inspect_ai', () => {
  it.each(['eval', 'json'])('are a case for each sample: .%s', ending => {
    const { cases, skipped, notes, leftOut } = readCase('a02-inspect-ai', `${NAME}.${ending}`);
    expect(cases.map(({ id, outcome, reward }) => [id, outcome, reward])).toEqual([
      ['q1 epoch 1', 'succeeded', 1],
      ['q1 epoch 2', 'failed', 0],
      ['q2 epoch 1', 'succeeded', 1],
    ]);
    for (const one of cases) {
      expect(calls(one)).toEqual([
        ['bash', false],
        ['say', null],
      ]);
      expect(tokens([one])).toEqual([220, 22]);
      expect(one.labels).toMatchObject({ domain: 'files', model: 'm' });
    }
    expect({ skipped, notes, leftOut }).toEqual({ skipped: [], notes: [], leftOut: [] });
  });

  it('that hold the same samples count them once, whatever the order of files', () => {
    const [one, other] = [readFiles(LOGS), readFiles(reversed(LOGS))];
    expect(one.cases).toHaveLength(3);
    expect(other.cases).toEqual(one.cases);
    expect(one.leftOut.reduce((sum, { count }) => sum + count, 0)).toBe(3);
  });

  it('take tokens of each answer from their events, and the rest from the whole', () => {
    const usage = { input_tokens: 10, input_tokens_cache_read: 90, output_tokens: 5, total_tokens: 105 };
    const event = {
      ...{ event: 'model', timestamp: '2026-01-01T00:00:01Z' },
      output: { usage, choices: [{ message: { id: 'x' } }] },
    };
    const more = { model_usage: { a: usage, b: { input_tokens: 7, output_tokens: 1, total_tokens: 8 } } };
    const messages = [{ id: 'x', role: 'assistant', content: 'attachment://a1' }];
    const { cases } = readFiles({
      a: log(sample({ ...more, messages, events: [event], attachments: { a1: 'long' } })),
    });
    expect(cases[0]!.steps).toMatchObject([
      {
        answer: 'long',
        tokensIn: 107,
        tokensOut: 6,
        tokensCachedRead: 90,
        at: Date.UTC(2026, 0, 1, 0, 0, 1),
      },
    ]);
  });

  it('keep the time of the model apart from that of the tools that it asks for', () => {
    const at = (second: number) => `2026-01-01T00:00:0${second}Z`;
    const model = (id: string, from: number, until: number) => ({
      ...{ event: 'model', timestamp: at(from), completed: at(until) },
      output: { choices: [{ message: { id } }] },
    });
    const calls = ['c', 'd'].map(id => ({ id, function: 'grep', arguments: {} }));
    const ended = (id: string, until: number) => ({
      event: 'tool',
      id,
      timestamp: at(4),
      completed: at(until),
    });
    const { cases } = readFiles({
      a: log(
        sample({
          messages: [
            { id: 'x', role: 'assistant', content: 'I search', tool_calls: calls },
            ...calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'none' })),
            { id: 'y', role: 'assistant', content: 'none' },
          ],
          events: [model('x', 1, 4), ended('c', 5), ended('d', 6), model('y', 6, 8)],
        }),
      ),
    });
    const second = (moment: number | null) => ((moment ?? 0) - Date.UTC(2026, 0, 1)) / 1000;
    expect(
      cases[0]!.steps.map(step => [
        ...[step.tool, second(step.at), second(step.until)],
        step.modelCalls?.map(call => call.map(second)),
      ]),
    ).toEqual([
      ['grep', 4, 5, [[1, 4]]],
      ['grep', 4, 6, undefined],
      ['say', 6, 8, undefined],
    ]);
  });

  it('have a case for an agent that was called as a tool', () => {
    const said = (id: string, text: string, calls: readonly object[] = []) => ({
      ...{ id, role: 'assistant', content: text, tool_calls: calls },
    });
    const model = (span: string, message: object, input: number) => ({
      ...{ event: 'model', span_id: span, timestamp: '2026-01-01T00:00:01Z' },
      output: { usage: { input_tokens: input, output_tokens: 1 }, choices: [{ message }] },
    });
    const begin = (id: string, parent: string | null) => ({
      ...{ event: 'span_begin', id, parent_id: parent, type: 'agent', name: id },
    });
    const search = said('b', 'I search', [{ id: 'c', function: 'grep', arguments: {} }]);
    const events = [
      ...[begin('main', null), model('main', said('a', 'hi'), 10), begin('helper', 'main')],
      ...[model('helper', search, 20), { event: 'tool', id: 'c', result: 'no', error: { message: 'no' } }],
    ];
    const usages = { model_usage: { m: { input_tokens: 30, output_tokens: 2 } } };
    const { cases } = readFiles({ a: log(sample({ ...usages, messages: [said('a', 'hi')], events })) });
    expect(cases.map(one => [one.id, one.parent, calls(one), tokens([one])])).toEqual([
      ['s epoch 1', null, [['say', null]], [10, 1]],
      ['s epoch 1 helper 1', 's epoch 1', [['grep', true]], [20, 1]],
    ]);
  });

  it('have no outcome where scores differ or are partial, and report why a sample ended', () => {
    const { cases, notes } = readFiles({
      a: log(
        sample({ id: 'a', scores: { one: { value: 'C' }, two: { value: 0 } } }),
        sample({ id: 'b', scores: { one: { value: 'P' } }, limit: { type: 'message' } }),
      ),
    });
    expect(cases.map(({ outcome, reward, end }) => [outcome, reward, end])).toEqual([
      [null, null, null],
      [null, 0.5, 'message'],
    ]);
    expect(notes).toHaveLength(1);
  });

  it('report in one line a sample that is invalid', () => {
    expect(readFiles({ a: log(sample({}), { id: 'x' }) }).skipped).toEqual([
      { file: 'a', line: 1, reason: 'a sample without an id, an epoch or messages' },
    ]);
  });

  it('packed with Zstandard are named in one line', () => {
    const zip = zipSync(
      { 'header.json': new Uint8Array(9), 'samples/a.json': new Uint8Array(9) },
      { level: 0 },
    );
    const view = new DataView(zip.buffer);
    for (let at = 0; at < zip.length - 4; at++)
      if (view.getUint32(at, true) === 0x04034b50) view.setUint16(at + 8, 93, true);
    expect(readFiles({ 'a.eval': zip }).skipped.map(({ reason }) => reason)).toEqual([
      '2 of its files are packed with Zstandard, which is not read: pack it again with Deflate, or unpack it',
    ]);
  });
});
