import { describe, expect, it } from 'vitest';
import { calls, json, jsonLines } from '../../caseFixture.ts';
import { readFiles } from '../../fixture.ts';

const span = (id: string, parentId: string | null, name: string, tags: object) => ({
  ...{ traceId: 'AB', id, parentId, name, timestamp: 1_767_225_601_000_000, duration: 500, tags },
  localEndpoint: { serviceName: 'shop' },
});
const SPANS = [
  span('1', null, 'invoke_agent desk', {}),
  span('2', '1', 'x', { 'gen_ai.tool.name': 'look', error: 'boom' }),
  span('3', '1', 'x', { 'gen_ai.tool.name': 'read' }),
];

describe('spans of Zipkin', () => {
  it('fail by their tag, in a list and by lines', () => {
    for (const text of [json(SPANS), jsonLines(...SPANS)]) {
      const { cases, skipped } = readFiles({ a: text });
      expect(cases.map(one => [one.id, calls(one)])).toEqual([
        [
          'ab',
          [
            ['look', true],
            ['read', false],
          ],
        ],
      ]);
      expect(cases[0]!.steps[0]).toMatchObject({
        agent: 'desk',
        error: 'boom',
        until: Date.UTC(2026, 0, 1, 0, 0, 1) + 0.5,
      });
      expect(skipped).toEqual([]);
    }
  });

  it('report an invalid line in one line', () => {
    expect(readFiles({ a: jsonLines(...SPANS, { id: '4' }) }).skipped).toEqual([
      { file: 'a', line: 4, reason: 'no spans of Zipkin' },
    ]);
  });
});
