import { describe, expect, it } from 'vitest';
import { type Plain, readPlainValue } from '../../../src/engine/python/plainValue.ts';
import { toPyRepr } from '../../../src/engine/python/toPyRepr.ts';
import type { PyValue } from '../../../src/engine/python/value.ts';
import { outOf } from './outOf.ts';

const contextOf = (variables: Record<string, Plain>): Map<string, PyValue> =>
  new Map(Object.entries(variables).map(([name, plain]) => [name, readPlainValue(plain)]));

describe('a variable that a step changes in place', () => {
  it('is set when the step ends, and differs from the value before', () => {
    const context = contextOf({ log: [['a']] });
    const before = context.get('log') ?? null;
    outOf("context['log'][0].append('b')", context);
    expect(toPyRepr(context.get('log') ?? null)).toBe("[['a', 'b']]");
    expect(toPyRepr(before)).toBe("[['a']]");
  });

  it('is as it was where the step fails', () => {
    const context = contextOf({ log: ['a'] });
    const before = context.get('log');
    expect(outOf("log.append('b')\n1 / 0", context)).toMatch(/^ZeroDivisionError/);
    expect(context.get('log')).toBe(before);
    expect(toPyRepr(before ?? null)).toBe("['a']");
  });

  it('is left alone where it is not changed', () => {
    const context = contextOf({ log: ['a'], other: [] });
    const before = context.get('log');
    outOf('other.append(len(log))', context);
    expect(context.get('log')).toBe(before);
    expect(toPyRepr(context.get('other') ?? null)).toBe('[1]');
  });

  it('is one value by all its names within a step, and a value for each variable afterwards', () => {
    const context = contextOf({});
    outOf("a = []\ncontext['a'] = context['b'] = a\na.append(1)", context);
    outOf("context['a'].append(2)", context);
    expect([context.get('a'), context.get('b')].map(value => toPyRepr(value ?? null))).toEqual([
      '[1, 2]',
      '[1]',
    ]);
  });

  it('is measured again: its limit counts with all that has been put into it', () => {
    const context = contextOf({});
    outOf("inner = []\ncontext['out'] = [inner]\nfor n in range(9): inner.append(n)", context);
    const kept = context.get('out');
    expect(kept).toMatchObject({ size: 10, depth: 2 });
  });
});
