import { describe, expect, it } from 'vitest';
import { parseCodeStep } from '../../../../src/engine/python/parse.ts';
import { runCode } from '../../../../src/engine/python/runCode.ts';
import { outOf } from '../outOf.ts';

const problemOf = (source: string) => {
  const parsed = parseCodeStep(source);
  if (parsed.kind === 'refused') throw new Error(parsed.problems[0].message);
  const outcome = runCode(parsed.program, new Map());
  return outcome.kind === 'failed' ? outcome.problem : null;
};

describe('a function of a code step', () => {
  it('takes values, names and defaults', () => {
    const price = 'def price(base, share=0.5, fee=1):\n    return base * share + fee\n';
    expect(outOf(`${price}context['out'] = price(10, fee=2), price(4)`)).toBe('(7.0, 3.0)');
  });

  it('calls itself down to 400 levels', () => {
    const sum = 'def total(n):\n    return 0 if n == 0 else n + total(n - 1)\n';
    expect(outOf(`${sum}context['out'] = total(40)`)).toBe('820');
    expect(outOf(`${sum}context['out'] = total(100)`)).toBe(
      'LimitError: functions call each other more than 400 levels deep',
    );
  });

  it('reads the names of the block when it is called, and sets its own', () => {
    expect(
      outOf("n = 1\ndef f():\n    m = n + 1\n    return m\nn = 5\nm = 0\ncontext['out'] = (f(), m, n)"),
    ).toBe('(6, 0, 5)');
  });

  it('is a value that lists, dicts and other functions take', () => {
    expect(outOf("ways = {'low': min, 'high': 1}\ncontext['out'] = 1")).toMatch(
      /min is a function; it can only be called/,
    );
    expect(
      outOf(
        "ways = {'low': lambda l: min(l), 'high': lambda l: max(l)}\ncontext['out'] = ways['low']([3, 1, 2])",
      ),
    ).toBe('1');
  });

  it('stays within its step', () => {
    for (const kept of ['f', '[f]', '{1: (f,)}'])
      expect(outOf(`f = lambda: 1\ncontext['out'] = ${kept}`)).toBe(
        'LimitError: a function cannot be kept in the context',
      );
  });

  it('fails at the place within it, and at its call where the arguments do not fit', () => {
    expect(problemOf('def f(a):\n    return a / 0\nf(1)')).toMatchObject({ line: 2, column: 12 });
    expect(problemOf('def f(a):\n    return a\nx = 1 + f()')).toMatchObject({
      line: 3,
      column: 9,
      message: 'TypeError: f is not given a',
    });
  });
});
