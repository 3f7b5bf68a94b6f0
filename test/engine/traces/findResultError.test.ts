import { describe, expect, it } from 'vitest';
import { findResultError } from '../../../src/engine/traces/findResultError.ts';
import { readFiles } from './fixture.ts';

describe('the error in the body of a result', () => {
  it.each([
    ['{"error":"no seats left"}', 'no seats left'],
    [' {"ok": 1, "error": {"message": "late", "code": 3}}', 'late'],
    ['{"error":{"code":3}}', '{"code":3}'],
    ['{"isError":true,"content":[]}', '{"isError":true,"content":[]}'],
    ['{"error":null,"rows":3}', null],
    ['{"error":false}', null],
    ['{"error":""}', null],
    ['{"errors":["a"]}', null],
    ['{"error": broken', null],
    ['the log says {"error":"x"} somewhere', null],
    ['["error"]', null],
    ['Error: no such file', 'Error: no such file'],
    ['ERROR:\nNo replacement was performed', 'ERROR:\nNo replacement was performed'],
    ['Error executing tool Read: gone', 'Error executing tool Read: gone'],
    ['error', 'error'],
    ['Error handling in Rust', null],
    ['errors: 0', null],
    ['No error: all well', null],
    ['{"content":[{"type":"text","text":"Error: no file"}]}', 'Error: no file'],
    ['{"output":"Error: no file"}', 'Error: no file'],
    [new Error('late'), 'Error: late'],
    [{ error: 'late' }, 'late'],
    [null, null],
  ])('of %s is %s', (result, error) => {
    expect(findResultError(result)).toBe(error);
  });

  it('of a very long result is found at its beginning alone', () => {
    const filler = 'x'.repeat(100_000);
    expect(findResultError(`Error: ${filler}`)).toMatch(/^Error: x/);
    expect(findResultError(JSON.stringify({ error: 'late', filler }))).toBeNull();
  });

  const rows =
    '{"case":"a","tool":"t","result":{"error":"late"}}\n{"case":"a","tool":"t","result":{"fine":1}}\n';

  it('counts as a failure, which is reported, unless a reading switches it off', () => {
    const { cases, notes } = readFiles({ 'a.jsonl': rows });
    expect(cases[0].steps.map(({ failed, error }) => [failed, error])).toEqual([
      [true, 'late'],
      [null, null],
    ]);
    expect(notes).toEqual([
      expect.stringContaining('1 step counts as failed since its result reports an error (an object with'),
    ]);
    const off = readFiles({ 'a.jsonl': rows }, { errorsInResults: false });
    expect(off.cases[0].steps.map(({ failed }) => failed)).toEqual([null, null]);
    expect(off.notes).toEqual([]);
  });
});
