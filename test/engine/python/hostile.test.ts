import { describe, expect, it } from 'vitest';
import { PROGRAM_LIMITS } from '../../../src/engine/python/limits.ts';
import { Meter } from '../../../src/engine/python/meter.ts';
import { parseCodeStep, parseConditionSource } from '../../../src/engine/python/parse.ts';
import { type Context, evaluateCondition, runCode } from '../../../src/engine/python/runCode.ts';
import { outOf } from './outOf.ts';

/** Processor time of this process in milliseconds: what else runs on the machine does not count. */
function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The message with which a code step is refused or fails, and the least of five times that it took, in ms. */
function refusal(source: string): { message: string; time: number } {
  let message = '';
  let time = Infinity;
  for (let round = 0; round < 5; round += 1) {
    const start = cpu();
    const parsed = parseCodeStep(source);
    if (parsed.kind === 'refused') message = parsed.problems[0].message;
    else {
      const outcome = runCode(parsed.program, new Map());
      message = outcome.kind === 'failed' ? outcome.problem.message : 'done';
    }
    time = Math.min(time, cpu() - start);
  }
  return { message, time };
}

const fill = (text: string, most = PROGRAM_LIMITS.code): string =>
  text.repeat(Math.floor(most / text.length));
const lines = (...texts: readonly string[]): string => texts.join('\n');

const STEEP = Array.from({ length: 180 }, (_, depth) => `${' '.repeat(depth)}if 1:\n`).join('');

const REFUSED: readonly (readonly [string, string, RegExp])[] = [
  ['a name of the machinery', "__import__('os')", /two underscores/],
  ['a way to the classes', '().__class__', /two underscores/],
  ['the classes by another way', "context['x'] = (1).real", /attribute/],
  ['a function of files', "open('/etc/passwd')", /open is not part of the language/],
  ['code in a string', "eval('1')", /eval is not part of the language/],
  ['an import', 'import os', /import is not part/],
  ['a power without end', '9**9**9', /4096 bits/],
  ['a string without end', '"a"*10**9', /100000/],
  ['a list without end', '[[1] * 10000] * 10000', /items/],
  ['a comprehension', '[x for x in range(10**9)]', /a range of more than 10000/],
  [
    'comprehensions in each other',
    '[[[0 for z in range(99)] for y in range(99)] for x in range(99)]',
    /10000 steps/,
  ],
  ['a generator without end', 'sum(x * y for x in range(9999) for y in range(9999))', /10000 steps/],
  ['a generator kept', 'x = (y for y in [1])', /a generator outside a call/],
  ['a loop in a loop', 'for x in range(9999):\n  for y in range(9999):\n    pass', /10000 steps/],
  ['a loop of large products', 'x = 2 ** 2000\nwhile True:\n  y = x * x', /10000 steps/],
  [
    'a loop that sorts',
    'x = [1] * 5000\nwhile True:\n  y = sorted(x, key=lambda v: -v)',
    /10000 steps|goes through/,
  ],
  ['a loop that formats', "while True:\n  x = f'{1e308:.99f}'", /goes through|10000 steps/],
  ['a loop that doubles', "x = 'ab'\nwhile x:\n  x += x", /100000 characters|goes through/],
  ['pairs without end', 'for x in [0] * 9999:\n  list(zip([x] * 9999, [x] * 9999))', /goes through/],
  ['a width without end', "f'{1:99999}{2:99999}'", /goes through/],
  ['a function kept', "context['x'] = lambda: 0", /a function cannot be kept/],
  ['for in for', fill('for x in y:\n'), /./],
  ['generators in each other', fill('sum(x for x in '), /64 deep/],
  ['a chain of clauses', `[0 ${fill('for x in y ', 19_000)}]`, /64 deep/],
  ['a generator', 'str(x for x in [1])', /str takes no generator/],
  ['the text of a function', 'str(lambda: 0)', /a function is not written/],
  ['a function as a key', '{(lambda: 0): 1}', /a function cannot be a key/],
  ['an endless loop', 'while True:\n  pass', /10000 steps/],
  ['a function without end', 'def f():\n  return f()\nf()', /400 levels deep/],
  ['functions of each other', 'f = lambda: g()\ng = lambda: f()\nf()', /400 levels deep/],
  ['a deep function', `def f():\n  return ${'['.repeat(50)}f()${']'.repeat(50)}\nf()`, /400 levels deep/],
  ['a function that keys itself', 'f = lambda x: sorted([x], key=f)\nf(1)', /400 levels deep/],
  [
    'a generator in a function',
    'def f():\n  return sum(f() for x in [1] for y in [1])\nf()',
    /400 levels deep/,
  ],
  ['calls that branch', 'def f(n):\n  return 0 if n < 1 else f(n - 1) + f(n - 1)\nf(30)', /10000 steps/],
  ['a limit that is handled', 'try:\n  while 1: pass\nexcept:\n  pass', /10000 steps/],
  [
    'a limit that something follows',
    'while 1:\n  try:\n    while 1: pass\n  finally:\n    continue',
    /10000 steps/,
  ],
  ['errors without end', 'while 1:\n  try:\n    1 / 0\n  except ZeroDivisionError:\n    pass', /10000 steps/],
  [
    'depth that is handled',
    'def f():\n  try:\n    f()\n  except:\n    f()\n  finally:\n    f()\nf()',
    /400 levels deep/,
  ],
  ['tries in each other', fill('try:'), /./],
  ['handlers', `try:\n  x\n${fill('except KeyError: x\n', 19_000)}`, /NameError/],
  [
    'an error kept',
    "try:\n  1 / 0\nexcept ArithmeticError as e:\n  context['x'] = [e]",
    /ZeroDivisionError cannot be kept/,
  ],
  [
    'an error as a key',
    'try:\n  1 / 0\nexcept ArithmeticError as e:\n  {e: 1}',
    /ZeroDivisionError cannot be a key/,
  ],
  [
    'an error of large words',
    "x = 'a' * 90000\ntry:\n  raise ValueError(x, x)\nexcept ValueError as e:\n  str(e)",
    /characters|goes through/,
  ],
  ['an endless list', 'x = []\nwhile True:\n  x.append(x.copy())', /items and characters/],
  ['a list in itself', "x = []\nx.append(x)\ncontext['x'] = x", /32 lists/],
  ['the text of a list in itself', 'x = []\nx.append(x)\nstr(x)', /32 lists/],
  ['lists in themselves, compared', 'x = []\nx.append(x)\ny = []\ny.append(y)\nx == y', /32 lists/],
  ['lists in themselves, ordered', 'x = []\nx.append(x)\ny = []\ny.append(y)\nx < y', /32 lists/],
  ['lists in themselves, sorted', 'x = []\nx.append(x)\nsorted([x, x])', /32 lists/],
  ['a dict in itself', "x = {}\nx['x'] = x\nstr(x)", /32 lists/],
  ['a list in itself as a key', 'x = []\nx.append((x,))\n{x[0]: 1}', /a list cannot be a key/],
  ['a list that grows while a loop goes through it', 'x = [1]\nfor y in x:\n  x.append(y)', /10000 steps/],
  ['a list that is its own source', 'x = [1]\nx.extend(y for y in x)', /10000 steps/],
  ['a list next to itself', 'x = [1]\nx.extend(zip(x, x))', /items and characters/],
  ['lists that grow by each other', lines('x = [1]', ...Array(60).fill('x += x')), /10000 items/],
  [
    'lists that double in each other',
    lines('x = [1]', ...Array(60).fill('x.append(x.copy())')),
    /items and characters|32 lists/,
  ],
  [
    'a small list that many hold, and that grows',
    "x = []\ny = [[[x] * 99] * 99] * 9\nfor v in range(999):\n  x.append(v)\ncontext['x'] = y",
    /items and characters/,
  ],
  [
    'a string that many hold',
    "x = ['']\ny = [x] * 9999\nx[0] = 'a' * 90000\ncontext['x'] = y",
    /items and characters/,
  ],
  ['a dict without end', 'x = {}\nwhile True:\n  x[len(x)] = x.copy()', /items and characters|32 lists/],
  ['shifting a long list', 'x = [0] * 9999\nwhile True:\n  x.insert(0, x.pop())', /10000 steps/],
  [
    'a sort that changes what it sorts',
    'x = [2, 1]\nx.sort(key=lambda v: x.append(v))',
    /while it is sorted/,
  ],
  ['a sort that fails', "x = [2, 'a']\ntry:\n  x.sort()\nexcept TypeError:\n  pass", /sort\(\) fails/],
  ['keys exchanged in a loop', 'x = {1: 1, 2: 2}\nfor y in x:\n  del x[y]\n  x[3] = 3', /not exchanged/],
  ['functions in each other', fill('def f():'), /./],
  [
    'parameters',
    `def f(${Array.from({ length: 3_000 }, (_, at) => `a${at}`).join(',')}): pass\nf()`,
    /TypeError/,
  ],
  ['a megabyte', 'x = 1\n'.repeat(170_000), /characters of source/],
  ['parentheses', fill('('), /64 deep/],
  ['closed parentheses', `${'('.repeat(9_000)}1${')'.repeat(9_000)}`, /64 deep/],
  ['brackets', fill('['), /64 deep/],
  ['braces', fill('{'), /64 deep/],
  ['pairs of a dict in each other', fill('{1:'), /64 deep/],
  ['not not not', `${fill('not ', 19_000)}1`, /64 deep/],
  ['minus minus', `${fill('-', 19_000)}1`, /64 deep/],
  ['a chain of plus', `${fill('1+', 19_000)}1`, /64 deep/],
  ['a chain of powers', `${fill('1**', 19_000)}1`, /64 deep/],
  ['a chain of conditions', `${fill('1 if 1 else ', 19_000)}1`, /64 deep/],
  ['a chain of or before strings', `''${fill(' or""', 19_000)}`, /64 deep/],
  ['a chain of calls', `x${fill('()', 19_000)}`, /64 deep/],
  ['a chain of items', `x${fill('[0]', 19_000)}`, /64 deep/],
  ['a chain of names', `x${fill('.a', 19_000)}`, /64 deep/],
  ['lambdas in each other', fill('lambda:'), /64 deep/],
  ['f-strings in each other', fill('f"{'), /not closed/],
  ['blocks in each other', `${STEEP}${' '.repeat(180)}pass`, /64 deep/],
  ['words in a row', fill('a b '), /is not allowed here/],
  ['exclamation marks', fill('!'), /./],
  ['ifs without blocks', fill('if a:\n'), /./],
  ['quotation marks', `${fill('"', 19_000)}"`, /not closed|too early|not allowed/],
  ['opened calls', fill('f('), /64 deep/],
  ['matches', fill('match x:\n'), /./],
  ['prints', fill('print '), /is not allowed here/],
  ['stars', fill('*'), /./],
  ['decorators', fill('@x\n'), /decorator/],
  [
    'a string that doubles',
    lines("x = 'ab'", ...Array(60).fill('x = x + x')),
    /100000 characters|goes through/,
  ],
  ['a list that doubles', lines('x = [1]', ...Array(60).fill('x = x + x')), /10000 items/],
  ['lists that double within', lines('x = [1]', ...Array(60).fill('x = [x, x]')), /items|lists/],
  ['an int that doubles', lines('x = 3', ...Array(60).fill('x = x * x')), /4096 bits/],
  ['lists in each other', lines('x = []', ...Array(60).fill('x = [x]')), /32 lists/],
  ['the text of large values', lines("x = ['a' * 10] * 10000", 'y = str(x)'), /100000 characters/],
  [
    'an explosion of replacements',
    lines("x = 'ab' * 1000", "y = x.replace('', 'x' * 1000)"),
    /100000 characters/,
  ],
  ['a joint without end', lines("x = ('y' * 1000).join('ab' * 1000)"), /100000 characters/],
  ['a split into too much', lines("x = ('a' * 20000).split('a')"), /10000 items/],
  [
    'searches over and over',
    lines("x = ('a' * 100000)", ...Array(500).fill("y = x.count('aa')")),
    /goes through more than/,
  ],
  [
    'sorting over and over',
    lines('x = list_', ...Array(500).fill('y = sorted(x)')).replace('list_', "('ba' * 5000).split('b')"),
    /goes through more than/,
  ],
  [
    'comparing over and over',
    lines('x = [0] * 10000', 'y = [0] * 10000', ...Array(500).fill('z = x == y')),
    /goes through more than/,
  ],
  ['slicing over and over', lines("x = 'a' * 100000", ...Array(900).fill('y = x[::-1]')), /goes through/],
  ['zeros before a digit', `x = ${'0'.repeat(19_000)}1`, /^0{59}… is not a number/],
  ['sorting lists in lists', lines('L=[0]*10000;M=[L]*7;X=[M];', fill('sorted(X);', 19_000)), /goes through/],
  ['joining nothing', lines("s='';L=['']*10000;", fill('s.join(L);', 19_000)), /goes through/],
  ['a repetition beyond all', "'a' * 2 ** 100", /too often/],
  ['a number of too many digits', `int('${'9'.repeat(5_000)}')`, /4096 bits/],
  ['a literal of too many digits', `x = ${'9'.repeat(5_000)}`, /4096 bits/],
  ['a name of another script', 'х = 1', /outside ASCII/],
];

/** What is done with an error that holds itself: in a list, in a dict, as its own text. */
const AROUND: readonly (readonly [string, string, string])[] = [
  [
    'a list in str()',
    'str(e)',
    'x = []\ntry:\n  raise ValueError(x)\nexcept ValueError as e:\n  x.append(e)',
  ],
  [
    'a list in an f-string',
    "f'{e}'",
    'x = []\ntry:\n  raise ValueError(x)\nexcept ValueError as e:\n  x.append(e)',
  ],
  [
    'two in repr',
    "f'{e!r}'",
    'x = []\ntry:\n  raise ValueError(x, x)\nexcept ValueError as e:\n  x.append(e)',
  ],
  [
    'the list around it',
    'str(x)',
    'x = []\ntry:\n  raise ValueError(x)\nexcept ValueError as e:\n  x.append(e)',
  ],
  ['a dict', 'str(e)', "x = {}\ntry:\n  raise KeyError(x)\nexcept KeyError as e:\n  x['x'] = e"],
  [
    'the key of an order',
    'sorted([e, e], key=str)',
    'x = []\ntry:\n  raise ValueError(x)\nexcept ValueError as e:\n  x.append(e)',
  ],
  [
    'a key of its own',
    'max([x, x], key=lambda v: str(v[0]))',
    'x = []\ntry:\n  raise ValueError(x)\nexcept ValueError as e:\n  x.append(e)',
  ],
];

/** An error in an error, so many of them. */
const chain = (count: number, error: string): string =>
  `e = 'a'\nfor i in range(${count}):\n  try:\n    raise ${error}\n  except LookupError as x:\n    e = x\n`;

const TOO_DEEP = 'LimitError: more than 32 lists, tuples, dicts or errors in each other';

describe('an error that holds errors', () => {
  it.each(AROUND)('is not written where it holds itself: %s', (_, asked, source) => {
    expect(outOf(`${source}\n  try:\n    ${asked}\n  except Exception:\n    pass`)).toBe(TOO_DEEP);
  });

  it('may hold itself, be compared, and leave the step', () => {
    const itself = 'x = []\ntry:\n  raise ValueError(x)\nexcept ValueError as e:\n  x.append(e)\n';
    expect(outOf(`${itself}  context['out'] = e == e, x == x, [e] == x, x == [x], e in x`)).toBe(
      '(True, True, True, False, True)',
    );
    expect(outOf(`${itself}  raise e`)).toBe('ValueError: []');
    expect(outOf(`${itself}  raise ValueError(x, e)`)).toBe('ValueError: [ValueError], ValueError');
    expect(outOf(`${itself}  raise`)).toMatch(/^ValueError/);
    expect(outOf(`${itself}  context['out'] = x`)).toBe(
      'LimitError: a ValueError cannot be kept in the context',
    );
  });

  it('is written 32 deep, and no deeper, whatever its kind', () => {
    for (const error of ['KeyError(e)', 'LookupError(e)', 'IndexError(1, e)']) {
      expect(outOf(`${chain(32, error)}context['out'] = len(str(e)) > 0`)).toBe('True');
      for (const count of [33, 900, 1_300]) expect(outOf(`${chain(count, error)}str(e)`)).toBe(TOO_DEEP);
    }
    expect(outOf(`${chain(1_500, 'KeyError(e)')}f'{[e]!r}'`)).toBe(TOO_DEEP);
  });

  it('counts together with the lists between', () => {
    const within = `${'['.repeat(25)}e${']'.repeat(25)}`;
    expect(outOf(`${chain(1, `KeyError(${within})`)}context['out'] = len(str(e))`)).toBe('53');
    expect(outOf(`${chain(2, `KeyError(${within})`)}str(e)`)).toBe(TOO_DEEP);
    expect(outOf(`${chain(9, `KeyError(${within})`)}str(e)`)).toBe(TOO_DEEP);
    expect(outOf(`${chain(30, 'KeyError(e, e)')}str(e)`)).toMatch(/100000 characters|goes through/);
  });
});

describe('a hostile code step', () => {
  parseCodeStep('x = 1');
  for (const [what, source, message] of REFUSED) {
    // Against blow-ups alone, which take seconds: five times what a slow and busy machine takes.
    const most = /goes through/.test(message.source) ? 1000 : 250;
    it(`is refused in less than ${most} ms: ${what}`, () => {
      const seen = refusal(source);
      expect(seen.message).toMatch(message);
      expect(seen.message).not.toBe('done');
      expect(seen.time).toBeLessThan(most);
    });
  }

  it('may have many statements, and runs them', () => {
    const { message } = refusal(Array.from({ length: 1_500 }, (_, at) => `a${at} = ${at}`).join('\n'));
    expect(message).toBe('done');
  });

  it('is checked at once, however many names and branches it has', () => {
    const names = Array.from({ length: 1_300 }, (_, at) => `a${at} = 1`);
    const { message, time } = refusal(lines(...names, ...Array(700).fill('if 1:0')));
    expect(message).toBe('done');
    expect(time).toBeLessThan(500);
  });

  it('fails, without harm to another run, where the stack of the engine is full', () => {
    const endless = (): never => endless();
    const context: Context = { size: 0, get: endless, set: endless };
    const parsed = parseCodeStep('try:\n  x\nexcept:\n  pass\nfinally:\n  y = 1');
    if (parsed.kind === 'refused') throw new Error('it is read');
    expect(runCode(parsed.program, context)).toEqual({
      kind: 'failed',
      error: 'LimitError',
      problem: { line: 2, column: 3, message: 'LimitError: the program goes too deep' },
    });
    const broken = (): never => {
      throw new RangeError('another fault');
    };
    expect(() => runCode(parsed.program, { size: 0, get: broken, set: broken })).toThrow('another fault');
  });

  it('cannot fill the context', () => {
    const context: Context = new Map(
      Array.from({ length: PROGRAM_LIMITS.variables }, (_, at) => [`v${at}`, 0n] as const),
    );
    const parsed = parseCodeStep("context['one_more'] = 1");
    if (parsed.kind === 'refused') throw new Error('it is read');
    expect(runCode(parsed.program, context)).toMatchObject({ kind: 'failed', error: 'LimitError' });
    expect(context.size).toBe(PROGRAM_LIMITS.variables);
  });
});

describe('a hostile condition', () => {
  it('may only be short', () => {
    expect(parseConditionSource('1 or '.repeat(300))).toMatchObject({ kind: 'refused' });
  });

  it('changes nothing', () => {
    for (const source of ['x.append(1)', 'x.pop()', 'd.update({})', 'sorted([1], key=lambda v: x.append(v))'])
      expect(parseConditionSource(source)).toMatchObject({
        problems: [{ message: 'a condition changes nothing; do this in a code step' }],
      });
  });

  it('may not be a statement', () => {
    for (const source of ['x = 1', 'import os', '1; 2', '1\n2', '', '#', 'pass', '1, 2'])
      expect(parseConditionSource(source)).toMatchObject({ kind: 'refused' });
  });

  it('stops at its limit of steps', () => {
    const parsed = parseConditionSource('1 + 1 + 1');
    if (parsed.kind === 'refused') throw new Error('it is read');
    expect(
      evaluateCondition(parsed.program, new Map(), new Meter({ ...PROGRAM_LIMITS, steps: 3 })),
    ).toMatchObject({
      kind: 'failed',
      error: 'LimitError',
    });
  });
});
