import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseJsonFile } from '../../../src/engine/files/textFile.ts';

const read = (text: string) => () => parseJsonFile('x.json', text, 'a list');

/** A parser that says something else. */
const says = (message: string) =>
  vi.spyOn(JSON, 'parse').mockImplementation(() => {
    throw new SyntaxError(message);
  });

describe('JSON of the user’s', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    ['{"a": 1,}', 'line 1, column 9'],
    ['{\n  "a": 1,\n\n  b: 2}', 'line 4, column 3'],
    ['{\r\n  "a": 1,\r\n  b: 2}', 'line 3, column 3'],
  ])('has the place where it breaks: %j', (text, place) => {
    expect(read(text)).toThrow(`x.json is not JSON at ${place}; expected a list`);
  });

  it.each([
    ['at position 4 (line 2 column 3)', 'line 2, column 3'],
    ['JSON.parse: unexpected character at line 2 column 3 of the JSON data', 'line 2, column 3'],
  ])('has the place that another parser reports: %s', (message, place) => {
    says(message);
    expect(read('[\n  b')).toThrow(`x.json is not JSON at ${place}; expected a list`);
  });

  it.each([
    'Unexpected end of JSON input',
    'Unexpected token \'b\', "[b at position 7" is not valid JSON',
    'JSON Parse error: Unexpected identifier "b"',
  ])('has no place where the parser reports none: %s', message => {
    says(message);
    expect(read('[b at position 7')).toThrow('x.json is not JSON; expected a list');
  });
});
