import { describe, expect, it } from 'vitest';
import { calls, json, jsonLines, reversed, tokens } from '../caseFixture.ts';
import { readFiles } from '../fixture.ts';

const EVENTS = [
  {
    author: 'user',
    invocation_id: 'i',
    content: { role: 'user', parts: [{ text: 'how many?' }] },
    timestamp: 1_767_225_600.5,
  },
  { author: 'desk', invocation_id: 'i', partial: true, content: { parts: [{ text: 'I' }] } },
  {
    ...{ author: 'desk', invocation_id: 'i', timestamp: 1_767_225_601.5 },
    content: {
      role: 'model',
      parts: [{ text: 'I look' }, { function_call: { id: 'k', name: 'look', args: { q: 1 } } }],
    },
    usage_metadata: {
      prompt_token_count: 100,
      candidates_token_count: 10,
      thoughts_token_count: 5,
      cached_content_token_count: 40,
    },
  },
  {
    ...{ author: 'desk', invocation_id: 'i', timestamp: 1_767_225_602.5 },
    content: {
      role: 'user',
      parts: [
        { function_response: { id: 'k', name: 'look', response: { status: 'error', error_message: 'no' } } },
      ],
    },
  },
  {
    ...{ author: 'desk', invocation_id: 'i', timestamp: 1_767_225_603.5 },
    content: { role: 'model', parts: [{ text: 'Two' }] },
    usage_metadata: { prompt_token_count: 200, candidates_token_count: 20 },
  },
];
const session = (id: string) => ({ id, app_name: 'shop', user_id: 'u', state: {}, events: EVENTS });

describe('sessions of ADK', () => {
  it('have a step for each call, with what Gemini counts in addition to its answers', () => {
    const { cases, leftOut, skipped } = readFiles({ 's.json': json(session('s1')) });
    expect(cases.map(one => [one.id, calls(one), tokens([one])])).toEqual([
      [
        's1',
        [
          ['look', true],
          ['say', null],
        ],
        [300, 35],
      ],
    ]);
    expect(cases[0]!.steps[0]).toMatchObject({
      ...{ agent: 'desk', prompt: 'how many?', answer: 'I look', args: '{"q":1}', tokensCachedRead: 40 },
      ...{ at: 1_767_225_601_500, until: 1_767_225_602_500 },
    });
    expect(leftOut).toEqual([
      { file: 's.json', what: 'partial events of answers that follow whole', count: 1 },
    ]);
    expect(skipped).toEqual([]);
  });

  it('are read in camel case and by lines as well', () => {
    const camel = json(session('s1')).replace(/_([a-z])(?=\w*":)/g, (_, letter: string) =>
      letter.toUpperCase(),
    );
    const [one] = readFiles({ a: camel }).cases;
    expect([calls(one!).map(([tool]) => tool), tokens([one!])]).toEqual([
      ['look', 'say'],
      [300, 35],
    ]);
    const [lines] = readFiles({ 'a.jsonl': jsonLines(...EVENTS) }).cases;
    expect(tokens([lines!])).toEqual([300, 35]);
  });

  it('are the same cases whatever the order of files', () => {
    const files = { b: json(session('s1')), a: json(session('s2')) };
    expect(readFiles(files).cases).toEqual(readFiles(reversed(files)).cases);
  });

  it('report in one line a line that is not an event', () => {
    const { skipped } = readFiles({ a: jsonLines(...EVENTS, { weather: 'fine' }) });
    expect(skipped).toEqual([{ file: 'a', line: 6, reason: 'no session or event of ADK' }]);
  });
});
