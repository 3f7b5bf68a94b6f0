import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePythonLiteral } from '../../../../../src/engine/traces/spans/tracers/parsePythonLiteral.ts';

describe('a value as Python prints it', () => {
  it.each([
    [`[{'a': 'it\\'s', 'b': "x\\ny"}]`, [{ a: "it's", b: 'x\ny' }]],
    [`{'a': True, 'b': None, 'c': [1, 2.5]}`, { a: true, b: null, c: [1, 2.5] }],
    [`array([{'a': 'True'}], dtype=object)`, [{ a: 'True' }]],
    ['{"a": 1}', { a: 1 }],
  ])('is read: %s', (text, value) => {
    expect(parsePythonLiteral(text)).toEqual(value);
  });

  it.each(['plain', '[unclosed', "{'a': object()}", '12'])('stays a text where it is invalid: %s', text => {
    expect(parsePythonLiteral(text)).toBe(text);
  });

  it('is read for every list that is JSON', () => {
    const value = fc.array(fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)));
    fc.assert(
      fc.property(value, list => {
        expect(parsePythonLiteral(JSON.stringify(list))).toEqual(list);
      }),
    );
  });
});
