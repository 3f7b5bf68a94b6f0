import { describe, expect, it } from 'vitest';
import { parseCodeStep } from '../../../../src/engine/python/parse.ts';
import { runCode } from '../../../../src/engine/python/runCode.ts';
import { outOf } from '../outOf.ts';

const failureOf = (source: string) => {
  const parsed = parseCodeStep(source);
  if (parsed.kind === 'refused') throw new Error(parsed.problems[0].message);
  return runCode(parsed.program, new Map());
};

describe('an error', () => {
  it('is handled by its name, by its class, or by anything', () => {
    for (const handler of [
      'except KeyError',
      'except LookupError as e',
      'except (TypeError, KeyError)',
      'except',
    ])
      expect(outOf(`try:\n    {}['a']\n${handler}:\n    context['out'] = 1`)).toBe('1');
    expect(outOf("try:\n    {}['a']\nexcept IndexError:\n    context['out'] = 1")).toBe(
      "KeyError: no key 'a'",
    );
  });

  it('ends the step with the words and at the place of raise', () => {
    expect(failureOf("x = 1\nif x:\n    raise ValueError('no scrip left')")).toEqual({
      kind: 'failed',
      error: 'ValueError',
      problem: { line: 3, column: 5, message: 'ValueError: no scrip left' },
    });
    expect(failureOf('raise RuntimeError')).toMatchObject({ problem: { message: 'RuntimeError' } });
    expect(failureOf(`raise ValueError('${'a'.repeat(500)}')`)).toMatchObject({
      problem: { message: `ValueError: ${'a'.repeat(199)}…` },
    });
  });

  it('keeps its place, whatever runs before it leaves', () => {
    expect(failureOf("try:\n    1 / 0\nfinally:\n    x = 'done'")).toMatchObject({
      problem: { line: 2, column: 5 },
    });
  });

  it('is not a limit: limits end the step, and no block catches them', () => {
    const source = (end: string) => `try:\n    while True:\n        pass\n${end}:\n    context['out'] = 1`;
    for (const end of ['except', 'except Exception', 'finally'])
      expect(outOf(source(end))).toBe('LimitError: more than 10000 steps');
  });

  it('has no text where Python’s differs, or differs between versions', () => {
    const handled = (body: string, asked: string): string =>
      outOf(`try:\n    ${body}\nexcept Exception as e:\n    context['out'] = ${asked}`);
    for (const asked of ['str(e)', "f'{e}'", "f'{e!r}'", "'' + str(e)", 'str([e])'])
      expect(handled("1 + 'a'", asked)).toBe(
        'LimitError: the text of this TypeError differs between Python and here: + does not go with int and str',
      );
    const unset = 'def f():\n        g = lambda: v\n        w = WHAT\n        v = 1\n    f()';
    expect(handled(unset.replace('WHAT', 'v'), 'str(e)')).toMatch(/^LimitError: .* UnboundLocalError .*v is/);
    expect(handled(unset.replace('WHAT', 'g()'), 'str(e)')).toMatch(/^LimitError: .* NameError .*v is set/);
    expect(handled(`int('${'9'.repeat(4_300)}x')`, 'str(e)')).toMatch(/^LimitError: the text/);
    expect(handled(`int('${'9'.repeat(1_200)}x')`, 'len(str(e))')).toBe('240');
    expect(handled('1 // 0', 'e == e')).toBe('True');
    expect(outOf('1 // 0')).toBe('ZeroDivisionError: a division by zero');
  });

  it('leaves nothing behind except what the step did before it was handled', () => {
    expect(
      outOf(
        "context['out'] = []\ntry:\n    context['out'] = [1]\n    1 / 0\nexcept ArithmeticError:\n    pass",
      ),
    ).toBe('[1]');
  });
});
