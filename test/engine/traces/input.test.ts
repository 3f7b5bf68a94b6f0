import { describe, expect, it } from 'vitest';
import { type JsonPart, JsonParts, LineCutter } from '../../../src/engine/traces/input/jsonInput.ts';
import { Decoded } from '../../../src/engine/traces/input/unpack.ts';
import { parseTraceTime } from '../../../src/engine/traces/times.ts';

function partsOf(text: string, piece = text.length, longest?: number): JsonPart[] {
  const found: JsonPart[] = [];
  const parts = new JsonParts(part => found.push(part), longest);
  for (let at = 0; at < text.length; at += piece) parts.write(text.slice(at, at + piece));
  parts.end();
  return found;
}

describe('JSON over many lines', () => {
  const TEXT = `
[
  {"a": "],[\\"\\\\"},
  [1, {"b": [2]}],
  "text", 7
]
{"resourceSpans": [
  {"x": 1},
  {"y": "}"}
], "resource_spans": [{"never": 0}], "more": {"z": [1]}}
{"other": [1, 2]}`;
  const PARTS: JsonPart[] = [
    { text: '{"a": "],[\\"\\\\"}', line: 3, key: null, cut: null },
    { text: '[1, {"b": [2]}]', line: 4, key: null, cut: null },
    { text: '"text"', line: 5, key: null, cut: null },
    { text: '7', line: 5, key: null, cut: null },
    { text: '{"x": 1}', line: 8, key: 'resourceSpans', cut: null },
    { text: '{"y": "}"}', line: 9, key: 'resourceSpans', cut: null },
    { text: '{"other": [1, 2]}', line: 11, key: null, cut: null },
  ];

  it.each([1, 2, 3, 7, 50, TEXT.length])('is cut into parts, in pieces of %i', piece => {
    expect(partsOf(TEXT, piece).filter(({ text }) => text !== '{"never": 0}')).toEqual(PARTS);
  });

  it('leaves out a part that is too long', () => {
    expect(partsOf(`[{"a":1},{"b":"${'x'.repeat(50)}"},{"c":2}]`, 5, 20).map(({ text }) => text)).toEqual([
      ...['{"a":1}', null, '{"c":2}'],
    ]);
  });

  it('keeps an unfinished part at the end', () => {
    expect(partsOf('{"a": [1')).toEqual([{ text: '{"a": [1', line: 1, key: null, cut: 1 }]);
    expect(partsOf('[{"a": 1},\n{"b":\n2').map(({ cut }) => cut)).toEqual([null, 3]);
    expect(partsOf('["a').map(({ cut }) => cut)).toEqual([1]);
    expect(partsOf(']]}} [1]').map(({ text }) => text)).toEqual(['1']);
  });
});

describe('lines', () => {
  it.each([1, 2, 5, 100])('are cut at LF and CRLF, in pieces of %i, and those too long left out', piece => {
    const text = 'a\r\n\nlonger than ten\nb';
    const found: [string | null, number][] = [];
    const lines = new LineCutter((line, number) => found.push([line, number]), 10);
    for (let at = 0; at < text.length; at += piece) lines.write(text.slice(at, at + piece));
    lines.end();
    expect(found).toEqual([
      ['a', 1],
      ['', 2],
      [null, 3],
      ['b', 4],
    ]);
  });
});

describe('bytes', () => {
  it('become text, whatever they are', () => {
    const decoded = new Decoded();
    const text = [0xc3, 0xa4, 0xff, 0xe2, 0x82].map(byte => decoded.write(Uint8Array.of(byte))).join('');
    expect(text + decoded.end()).toBe('ä\uFFFD\uFFFD');
    expect(new Decoded().end()).toBe('');
  });
});

describe('times', () => {
  it.each([
    ['2026-01-02T03:04:05.678901Z', Date.UTC(2026, 0, 2, 3, 4, 5) + 678.901],
    ['2026-01-02 03:04:05', Date.UTC(2026, 0, 2, 3, 4, 5)],
    ['2026-01-02T03:04:05,5+02:30', Date.UTC(2026, 0, 2, 0, 34, 5) + 500],
    ['2026-01-02T03:04:05-0100', Date.UTC(2026, 0, 2, 4, 4, 5)],
    ['2026/1/2', Date.UTC(2026, 0, 2)],
    [1_767_225_600, 1_767_225_600_000],
    ['1767225600.25', 1_767_225_600_250],
    [1_767_225_600_250, 1_767_225_600_250],
    [1_767_225_600_250_125, 1_767_225_600_250.125],
    ['1767225600250125999', 1_767_225_600_250.125],
    ['yesterday', null],
    ['2026-13-02', null],
    [0, null],
    [Number.NaN, null],
    [null, null],
    [{}, null],
  ])('are read: %j', (value, expected) => {
    expect(parseTraceTime(value)).toBe(expected);
  });
});
