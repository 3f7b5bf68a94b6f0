import { describe, expect, it } from 'vitest';
import { PROGRAM_LIMITS } from '../../../src/engine/python/limits.ts';
import { parseCodeStep, parseConditionSource } from '../../../src/engine/python/parse.ts';
import type { Condition, Parsed, Program } from '../../../src/engine/python/program.ts';
import { evaluateCondition, type ProgramOutcome, runCode } from '../../../src/engine/python/runCode.ts';
import { toPyRepr, toPyString } from '../../../src/engine/python/toPyRepr.ts';
import { isTruthy, type PyValue } from '../../../src/engine/python/value.ts';

const read = <T>(parsed: Parsed<T>): T => {
  if (parsed.kind === 'refused') throw new Error(parsed.problems.map(({ message }) => message).join('; '));
  return parsed.program;
};

const code = (source: string): Program => read(parseCodeStep(source));
const condition = (source: string): Condition => read(parseConditionSource(source));
const contextOf = (variables: Record<string, PyValue>): Map<string, PyValue> =>
  new Map(Object.entries(variables));
const run = (source: string, context: Map<string, PyValue> = new Map()): ProgramOutcome<void> =>
  runCode(code(source), context);

const problemsOf = (source: string) => {
  const parsed = parseCodeStep(source);
  return parsed.kind === 'refused' ? parsed.problems : [];
};

/** The code step of the execution model's document, as it is written there. */
const PIVOT = `success_rate = context.get('successes', 0) / max(context.get('total', 1), 1)
should_pivot = success_rate < 0.3
context['success_rate'] = success_rate
context['should_pivot'] = should_pivot
`;

describe('a code step', () => {
  it('computes the success rate of the execution model', () => {
    const context = contextOf({ successes: 1n, total: 4n });
    expect(run(PIVOT, context)).toEqual({ kind: 'done', value: undefined });
    expect(context.get('success_rate')).toBe(0.25);
    expect(context.get('should_pivot')).toBe(true);
    expect([...context.keys()]).toEqual(['successes', 'total', 'success_rate', 'should_pivot']);
  });

  it('computes the success rate of an empty context', () => {
    const context: Map<string, PyValue> = new Map();
    run(PIVOT, context);
    expect([...context]).toEqual([
      ['success_rate', 0],
      ['should_pivot', true],
    ]);
  });

  it('leaves the context as it was when it fails', () => {
    const context = contextOf({ n: 1n });
    expect(run("context['n'] = 2\ncontext['m'] = 3\n1 / 0", context)).toMatchObject({ kind: 'failed' });
    expect([...context]).toEqual([['n', 1n]]);
  });

  it('forgets its locals', () => {
    const context = contextOf({ n: 1n });
    run('n = 5', context);
    expect(context.get('n')).toBe(1n);
    expect(run('n2 = 5', context).kind).toBe('done');
    expect(run("context['r'] = n2", context)).toMatchObject({ error: 'NameError', name: 'n2' });
  });

  it('keeps a program’s variables from those of another', () => {
    const context = contextOf({ l: null });
    run("context['l'] = [1]\ncontext['k'] = context['l']", context);
    run("context['k'] = context['k'] + [2]", context);
    expect(toPyRepr(context.get('l')!)).toBe('[1]');
    expect(toPyRepr(context.get('k')!)).toBe('[1, 2]');
  });

  it('reports the place and reason of a failure, by the name of the error in Python', () => {
    expect(run('a = 1\nif a:\n    b = [1][a + 2]')).toEqual({
      kind: 'failed',
      error: 'IndexError',
      problem: { line: 3, column: 9, message: 'IndexError: no item 3 in a list of 1' },
    });
    expect(run('x = 1 + missing')).toMatchObject({
      error: 'NameError',
      name: 'missing',
      problem: { line: 1, column: 9 },
    });
    expect(run("context['zz']")).toMatchObject({ error: 'KeyError', problem: { line: 1, column: 1 } });
    expect(run("x = 'a' + 1")).toMatchObject({
      error: 'TypeError',
      problem: { message: 'TypeError: + does not go with str and int' },
    });
  });

  it('goes through loops, and leaves them', () => {
    const context: Map<string, PyValue> = new Map();
    run(
      `out = []
for n, word in enumerate(['a', 'b', 'c', 'd'], start=1):
    if word == 'b':
        continue
    if n > 3:
        break
    out = out + [f'{n:02d}:{word}']
count = 0
while True:
    count += 1
    if count == 5: break
context['out'] = out
context['count'] = count
context['best'] = sorted([(1, 'b'), (2, 'a')], key=lambda pair: pair[1])[0]
d = {1: 2, 3: 4}
context['share'] = f'{sum(v for k, v in d.items() if k > 1) / 3:.2f}'
`,
      context,
    );
    expect(toPyRepr(context.get('out')!)).toBe("['01:a', '03:c']");
    expect(context.get('count')).toBe(5n);
    expect(toPyRepr(context.get('best')!)).toBe("(2, 'a')");
    expect(context.get('share')).toBe('1.33');
  });

  it('treats the names of an object in JavaScript as any others', () => {
    const context: Map<string, PyValue> = new Map();
    run("context['__proto__'] = {'constructor': 1, '__proto__': 2}\nx = toString if 0 else 1", context);
    expect(toPyRepr(context.get('__proto__')!)).toBe("{'constructor': 1, '__proto__': 2}");
    expect(run('toString')).toMatchObject({ error: 'NameError' });
    expect(run('x = constructor')).toMatchObject({ error: 'NameError' });
    expect(problemsOf('hasOwnProperty(1)')).toHaveLength(1);
    expect(problemsOf("'a'.constructor(1)")).toHaveLength(1);
  });

  it('refuses powers whose last digit is not certain', () => {
    for (const source of ['2 ** -1', '2.0 ** 2', '4 ** 0.5'])
      expect(run(source)).toMatchObject({ error: 'LimitError' });
  });

  it('refuses letters whose case is not certain', () => {
    expect(run("'Σ'.lower()")).toMatchObject({ error: 'LimitError' });
    expect(run("int('٣')")).toMatchObject({ error: 'LimitError' });
  });

  it('accepts only a short string as the name of a variable', () => {
    expect(run('context[1] = 1')).toMatchObject({ error: 'LimitError' });
    expect(run('context[[]] = 1')).toMatchObject({ error: 'TypeError' });
    expect(run(`context['a' * ${PROGRAM_LIMITS.name + 1}] = 1`)).toMatchObject({ error: 'LimitError' });
  });
});

describe('a source that is refused', () => {
  const REFUSED: readonly (readonly [string, string])[] = [
    ['class A:\n  pass', 'a class'],
    ['import os', 'import'],
    ['from os import path', 'import'],
    ['a[1:2] = b', 'setting a slice'],
    ['del a[1:2]', 'setting a slice'],
    ['a.popitem()', 'the method popitem'],
    ['global a', 'global or nonlocal'],
    ['with a:\n  pass', 'with'],
    ['raise a from b', 'from after raise'],
    ['raise OSError()', 'the error OSError'],
    ['try:\n  pass\nexcept OSError:\n  pass', 'the error OSError'],
    ['try:\n  pass\nexcept a:\n  pass', 'the error a'],
    ['assert a', 'assert'],
    ['@a\ndef f():\n  pass', 'a decorator'],
    ['a = yield 1', 'yield'],
    ['await a', 'await'],
    ['def f(*a):\n  pass', 'a star before a parameter'],
    ['def f(**a):\n  pass', 'two stars before a parameter'],
    ['def f(a: int):\n  pass', 'a type annotation'],
    ['def f() -> int:\n  pass', 'a type annotation'],
    ['f(1)', 'a call of f'],
    ['open(1)', 'the function open'],
    ['a = (b := 1)', 'a walrus (:=)'],
    ['a = {1, 2}', 'a set'],
    ['a = [*b]', 'a star before a value'],
    ['a = {**b}', 'two stars before a value'],
    ['len(*b)', 'a star before a value'],
    ["a = b'b'", 'a bytes string'],
    ["a = '%s' % b", 'formatting a string with %'],
    ['a = 1 | 2', 'a bit operator'],
    ['a = ~1', 'a bit operator'],
    ['a <<= 1', '<<='],
    ['a **= 2', '**='],
    ['a @= 2', 'matrix multiplication'],
    ['a: int = 1', 'a type annotation'],
    ['a = 1j', 'a complex number'],
    ['a = ...', 'an ellipsis'],
    ['max(1, other=2)', 'an argument by keyword'],
    ['{a for a in b}', 'a set'],
    ['a = (b for b in c)', 'a generator outside a call'],
    ["f'{a=}'", '= in an f-string'],
    ["f'{a:e}'", 'the format e'],
    ['len(a[1, 2])', 'a tuple without parentheses'],
    ['a.b', 'the attribute b'],
    ["context.pop('a')", 'the method pop'],
    ['a = a__b', 'a name with two underscores (a__b)'],
  ];
  for (const [source, what] of REFUSED)
    it(`names ${what}: ${source.split('\n')[0]}`, () => {
      expect(problemsOf(source)[0]?.message).toContain(
        `${what} is not part of the language of conditions and code`,
      );
    });

  it('gives an alternative to math and random', () => {
    expect(problemsOf('import math')[0]?.message).toMatch(/instead of math there are abs, round/);
    expect(problemsOf('from random import choice')[0]?.message).toMatch(/nothing is random here/);
    expect(problemsOf('import os')[0]?.message).not.toContain(';');
  });

  it('reports other mistakes with their place', () => {
    expect(
      problemsOf("a = 1\nb = {x for x in y}\nif a:\n    c = open('f')\n    d = 1\n    e = a.b\n"),
    ).toEqual([
      expect.objectContaining({ line: 2, column: 5 }),
      expect.objectContaining({ line: 4, column: 9 }),
      expect.objectContaining({ line: 6, column: 9 }),
    ]);
  });

  it('reports where a line is indented wrongly', () => {
    expect(problemsOf('if a:\n    b = 1\n  c = 2')).toEqual([
      { line: 3, column: 1, message: 'this line is indented unlike any block above it' },
    ]);
    expect(problemsOf('if a:\n\tb = 1\n        c = 2')).toEqual([
      { line: 3, column: 9, message: 'this line is not indented like its block' },
    ]);
  });

  it('does nothing with the context except reading and setting its variables', () => {
    for (const source of [
      'a = context',
      'len(context)',
      'a = [context]',
      'context == 1',
      'context in [1]',
      "'a' in context in context",
      'context = {}',
      'context += 1',
      "context['a':'b']",
      'context.get',
      'context.items()',
      'sorted(context)',
      'not context',
      'str(context)',
      'a = (context)',
      "(context)['a']",
      "'a' in (context)",
    ])
      expect([source, problemsOf(source).length]).toEqual([source, 1]);
  });

  it('sets neither a function nor a word of Python', () => {
    for (const source of ['len = 1', 'max += 1', 'True = 1', 'lambda = 1', 'f = len'])
      expect([source, problemsOf(source).length]).toEqual([source, 1]);
  });
});

describe('a condition', () => {
  it('is true or false by its value', () => {
    const context = contextOf({ balance: 12n, done: false, has_context: true });
    const value = (source: string): PyValue => {
      const outcome = evaluateCondition(condition(source), context);
      if (outcome.kind === 'failed') throw new Error(outcome.problem.message);
      return outcome.value;
    };
    expect(isTruthy(value('balance > 10 and not done'))).toBe(true);
    expect(value('has_context')).toBe(true);
    expect(value('done or balance')).toBe(12n);
    expect(isTruthy(value('done or 0.0'))).toBe(false);
    expect(value('\n  # why\nbalance\n')).toBe(12n);
  });

  it('names the variable that is missing', () => {
    expect(evaluateCondition(condition('balance > 1'), new Map())).toMatchObject({
      error: 'NameError',
      name: 'balance',
    });
  });
});

describe('the analysis of a program', () => {
  const names = (source: string) => {
    const { reads, sets } = code(source);
    return { reads: reads.map(({ name, line, column }) => `${name} ${line}:${column}`), sets };
  };

  it('lists reads of variables that were not set before', () => {
    expect(names("a = b + a\nc = a\ncontext['k'] += d\ne = context['l']")).toEqual({
      reads: ['b 1:5', 'a 1:9', 'k 3:1', 'd 3:17', 'l 4:5'],
      // The name has no value at first.
      sets: [],
    });
  });

  it('lists reads of variables that only some branches have set', () => {
    expect(names('if x:\n  a = 1\n  b = 1\nelse:\n  a = 2\nc = a + b').reads).toEqual(['x 1:4', 'b 6:9']);
    expect(names('if x:\n  a = 1\nelif y:\n  a = 2\nc = a').reads).toEqual(['x 1:4', 'y 3:6', 'a 5:5']);
  });

  it('lists the iterated values of a loop or a comprehension, not its own variables', () => {
    expect(
      names('for v in a:\n  b = v\nc = [v + d for v in e if v]\nf = sorted(g, key=lambda h: h)').reads,
    ).toEqual(['a 1:10', 'e 3:21', 'd 3:10', 'g 4:12']);
  });

  it('omits variables that were set in the context before', () => {
    expect(
      names("context['a'] = 1\nb = a + context['a']\nif 'c' in context:\n  pass\nd = context.get('e', f)"),
    ).toEqual({ reads: ['f 5:22'], sets: ['a'] });
  });

  it('has the names of a condition', () => {
    expect(condition("a > 1 and context['b'] or len(c)").reads.map(({ name }) => name)).toEqual([
      'a',
      'b',
      'c',
    ]);
  });
});

describe('str and repr', () => {
  it('write as Python does', () => {
    expect(toPyString('a')).toBe('a');
    expect(toPyRepr("it's")).toBe('"it\'s"');
    expect(toPyString(1)).toBe('1.0');
    expect(toPyString(1n)).toBe('1');
    expect(toPyString(null)).toBe('None');
    expect(toPyString(1e16)).toBe('1e+16');
    expect(toPyString(-0)).toBe('-0.0');
  });
});
