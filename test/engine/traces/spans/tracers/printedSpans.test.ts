import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNodeInspectValue } from '../../../../../src/engine/traces/spans/tracers/printedSpans.ts';
import { calls } from '../../caseFixture.ts';
import { readFiles } from '../../fixture.ts';

const span = (id: string, name: string) => ({
  resource: { attributes: { 'service.name': 'shop' } },
  ...{
    instrumentationScope: { name: 'x', version: undefined, schemaUrl: undefined },
    traceId: 'ab',
    traceState: undefined,
  },
  ...{ name, id, kind: 0, timestamp: 1_767_225_601_000_000, duration: 1_000_000 },
  attributes: { 'gen_ai.tool.name': name, 'gen_ai.tool.call.arguments': `{"q": "it's", 'a': "b"}` },
  ...{ status: { code: 0 }, events: [], links: [] },
});
const printed = (...spans: readonly object[]) =>
  spans.map(one => inspect(one, { depth: 3 })).join('\nGET /health 200\n');

describe('spans as JavaScript’s console exporter prints them', () => {
  it('are read, whatever else the program prints in between', () => {
    const { cases, found, skipped } = readFiles({ 'out.log': printed(span('1', 'look'), span('2', 'read')) });
    expect(found.map(({ format }) => format)).toEqual(['OpenTelemetry console spans (JavaScript)']);
    expect(cases.map(one => [one.id, calls(one)])).toEqual([
      [
        'ab',
        [
          ['look', false],
          ['read', false],
        ],
      ],
    ]);
    expect(cases[0]!.steps[0]!.args).toBe(`{"q": "it's", 'a': "b"}`);
    expect(skipped).toEqual([]);
  });

  it('are reported in one line where they are cut off', () => {
    const { cases, skipped } = readFiles({ a: printed(span('1', 'look'), span('2', 'read')).slice(0, -20) });
    expect(cases).toHaveLength(1);
    expect(skipped.map(({ reason }) => reason)).toEqual(['no span as the console exporter prints it']);
  });
});

describe('a value as Node’s console prints it', () => {
  it('is the value, of objects of texts, numbers and flags', () => {
    const text = fc.string({ unit: 'grapheme-ascii', maxLength: 40 });
    const value = fc.dictionary(
      fc.stringMatching(/^[a-z.]{1,8}$/),
      fc.oneof(text, fc.integer(), fc.boolean()),
    );
    fc.assert(
      fc.property(value, one => {
        const plain = { ...one };
        expect(parseNodeInspectValue(inspect(plain, { breakLength: 80 }))).toEqual(plain);
      }),
    );
  });
});
