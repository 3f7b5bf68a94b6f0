import { describe, expect, it } from 'vitest';
import { parseConditionSource } from '../../../../src/engine/python/parse.ts';
import { evaluateCondition } from '../../../../src/engine/python/runCode.ts';

function worthOf(source: string): unknown {
  const parsed = parseConditionSource(source);
  if (parsed.kind === 'refused') throw new Error(parsed.problems[0].message);
  const outcome = evaluateCondition(parsed.program, new Map());
  return outcome.kind === 'done' ? outcome.value : outcome.problem.message;
}

describe('a sum', () => {
  it('is given where every Python computes it', () => {
    expect(worthOf('sum([0.1, 0.2])')).toBe(0.30000000000000004);
    expect(worthOf('sum([1, 2.5, True])')).toBe(4.5);
    expect(worthOf('sum([1e308, 1e308, -1e308])')).toBe(Infinity);
    expect(worthOf('sum([2 ** 70, 1, 2])')).toBe(2n ** 70n + 3n);
  });

  for (const source of ['sum([0.1] * 10)', 'sum([1e16, 1.0, 1.0])', 'sum([0.5, 2 ** 60, 1, -(2 ** 60)])'])
    it(`is refused where the versions of Python differ: ${source}`, () => {
      expect(worthOf(source)).toMatch(/^LimitError: the last digit of this sum depends on Python's version/);
    });
});
