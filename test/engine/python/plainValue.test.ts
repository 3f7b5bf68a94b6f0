import { describe, expect, it } from 'vitest';
import { PROGRAM_LIMITS } from '../../../src/engine/python/limits.ts';
import { parseConditionSource } from '../../../src/engine/python/parse.ts';
import { readPlainValue, toPlainValue } from '../../../src/engine/python/plainValue.ts';
import { evaluateCondition } from '../../../src/engine/python/runCode.ts';
import { toPyRepr } from '../../../src/engine/python/toPyRepr.ts';
import { getPyTypeName, type PyValue } from '../../../src/engine/python/value.ts';
import { CONTEXT, Generator } from './generator.ts';

const context = new Map(CONTEXT.map(([name, plain]) => [name, readPlainValue(plain)] as const));

function worthOf(source: string): PyValue | undefined {
  const parsed = parseConditionSource(source);
  const outcome = parsed.kind === 'parsed' ? evaluateCondition(parsed.program, context) : null;
  return outcome?.kind === 'done' ? outcome.value : undefined;
}

const again = (value: PyValue): PyValue => readPlainValue(JSON.parse(JSON.stringify(toPlainValue(value))));

const SPECIAL = [
  '1',
  '1.0',
  'True',
  'None',
  "'1'",
  '-0.0',
  '1e400',
  '-1e400',
  '1e400 - 1e400',
  '5e-324',
  '0.1 + 0.2',
  '2 ** 4000',
  '-(2 ** 64)',
  '[]',
  '()',
  '{}',
  '[1, 1.0, (1,), [()], {}]',
  "{1: {'a': (None, True)}, (1, 'b'): [2], '__proto__': 3, None: 4}",
  "'é\\u2028\\x00\"'",
];

describe('a value as JSON', () => {
  it('comes back as the same value of the same type', () => {
    const seen = Array.from({ length: 1_000 }, (_, at) => worthOf(new Generator(90_000 + at).any(3)));
    const values = [...SPECIAL.map(worthOf), ...seen].filter(value => value !== undefined);
    expect(values.length).toBeGreaterThan(500);
    for (const value of values) {
      expect(toPyRepr(again(value))).toBe(toPyRepr(value));
      expect(getPyTypeName(again(value))).toBe(getPyTypeName(value));
    }
  });

  it('keeps the order of a dict', () => {
    expect(toPyRepr(again(worthOf("{'b': 1, 'a': 2, 1: 3}")!))).toBe("{'b': 1, 'a': 2, 1: 3}");
  });

  it('is refused where it is invalid', () => {
    for (const plain of [
      undefined,
      { int: '1.5' },
      { int: 1 },
      { int: '0x10' },
      { float: 'toString' },
      { float: '1' },
      { set: [] },
      {},
      { int: '1', float: 'nan' },
      { dict: [[1]] },
      { dict: [[[], 1]] },
      { tuple: 1 },
      () => 1,
      '\ud800',
    ])
      expect(() => readPlainValue(plain)).toThrow();
  });

  it('is refused where it is beyond the limits', () => {
    let deep: unknown = [];
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
    for (const plain of [
      deep,
      Array.from({ length: PROGRAM_LIMITS.items + 1 }, () => 1),
      'a'.repeat(PROGRAM_LIMITS.characters + 1),
      { int: '9'.repeat(2_000) },
      Array.from({ length: 10 }, () => 'a'.repeat(50_000)),
    ])
      expect(() => readPlainValue(plain)).toThrow();
  });
});
