/** Programs of the subset from a seed: mostly well typed, now and then not. */

/** A small generator of 32 bits (mulberry32). */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  below(count: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let bits = this.#state;
    bits = Math.imul(bits ^ (bits >>> 15), bits | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) % count;
  }

  of<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)];
  }
}

type Kind = 'int' | 'float' | 'str' | 'bool' | 'list' | 'tuple' | 'dict' | 'none';
const KINDS: readonly Kind[] = ['int', 'float', 'str', 'bool', 'list', 'tuple', 'dict', 'none'];

const ERRORS =
  'ValueError TypeError KeyError IndexError ZeroDivisionError NameError LookupError ArithmeticError AttributeError RuntimeError'.split(
    ' ',
  );

/** The context of the programs, as `toPlainValue` writes it. */
export const CONTEXT = [
  ['i', { int: '7' }],
  ['j', { int: '-3' }],
  ['big', { int: '9223372036854775808' }],
  ['f', 2.5],
  ['g', { float: '-0.0' }],
  ['h', 1e16],
  ['inf', { float: 'inf' }],
  ['s', "it's a Test"],
  ['u', 'né\u{1f600}\u{ff5e}ß'],
  ['e', ''],
  ['flag', true],
  ['off', false],
  ['none', null],
  ['n', { int: '4' }],
  ['x', 0.25],
  ['w', 'word'],
  ['q', false],
  ['a', [[], 'x']],
  ['b', { tuple: [] }],
  ['c', { dict: [] }],
  ['m', null],
  ['l', [{ int: '3' }, { int: '1' }, 2.5, true]],
  ['words', ['b', 'a', '\u{1f600}', '\uff5e']],
  ['empty', []],
  ['t', { tuple: [{ int: '1' }, 'x'] }],
  [
    'd',
    {
      dict: [
        ['k', { int: '1' }],
        [{ int: '1' }, [null]],
        ['__proto__', 0.5],
      ],
    },
  ],
] as const;

const BARE: Readonly<Record<Kind, readonly string[]>> = {
  int: ['i', 'j', 'big', 'n'],
  float: ['f', 'g', 'h', 'inf', 'x'],
  str: ['s', 'u', 'e', 'w'],
  bool: ['flag', 'off', 'q'],
  list: ['l', 'words', 'empty', 'a'],
  tuple: ['t', 'b'],
  dict: ['d', 'c'],
  none: ['none', 'm'],
};

const LITERALS: Readonly<Record<Kind, readonly string[]>> = {
  int: '0 1 2 3 -7 10 255 0x1F 0o17 0b101 1_000 2**63 2**64-1 10**25 -(2**53) 9007199254740993 10**400'.split(
    ' ',
  ),
  float:
    '0.0 -0.0 0.1 0.2 0.5 1.5 2.675 7.5 1e16 1e-5 1e22 123456789012345680.0 5e-324 1.7976931348623157e308 2.5 1e308 .5 1_0.0_1 4503599627370497.5 1e15 9999999999999998.0 0.0001 0.00001'.split(
      ' ',
    ),
  str: [
    "''",
    "'a'",
    '"it\'s"',
    "'12'",
    "' 3.5 '",
    "'A b  c'",
    "'\\n\\t\\\\'",
    "'\\'\"'",
    "'\u{1f600}x\u{1f600}'",
    "'é'",
    "'\\xad\\u200d'",
    "r'\\d'",
    "'a' 'b'",
    "'''t\"q'''",
    "'inf'",
    "'1_0'",
    "'nan'",
    "'-7'",
    "'\\x1c 1'",
    "'aXbXc'",
    "'X'",
    "'\u00a05'",
    "'1e400'",
  ],
  bool: ['True', 'False'],
  list: ['[]', '[1]', "['b', 'a']", '[3, 1.0, True]', '[[1], [0, 2]]', '[None]', '[1, 2, 3, 4,]'],
  tuple: ['()', '(1,)', "(1, 'a')", '((1,), 2)', '(0.5, -1, True)'],
  dict: [
    '{}',
    "{'a': 1}",
    "{1: 'x', True: 'y', 1.0: 'z'}",
    "{'constructor': 1, None: (2,)}",
    "{(1, 'a'): []}",
  ],
  none: ['None'],
};

export class Generator {
  readonly dice: Dice;
  /** Functions that the program has defined so far, with the numbers of values that they take. */
  readonly #functions: { readonly name: string; readonly fewest: number; readonly most: number }[] = [];

  constructor(seed: number) {
    this.dice = new Dice(seed);
  }

  /** An expression of a kind, or now and then of another. */
  expression(kind: Kind, depth: number): string {
    const { dice } = this;
    const wanted = dice.below(120) === 0 ? dice.of(KINDS) : kind;
    if (dice.below(300) === 0) return 'missing';
    if (depth <= 0 || dice.below(6) === 0)
      return dice.below(3) === 0 ? dice.of(BARE[wanted]) : dice.of(LITERALS[wanted]);
    if (dice.below(9) === 0) return this.#wrapped(wanted, depth - 1);
    if (this.#functions.length > 0 && dice.below(5) === 0) return this.#call(depth - 1);
    return this.#made(wanted, depth - 1);
  }

  any(depth: number): string {
    return this.expression(this.dice.of(KINDS), depth);
  }

  /** A call of a function of the program, mostly with as many values as it takes. */
  #call(depth: number): string {
    const { dice } = this;
    const { name, fewest, most } = dice.of(this.#functions);
    const count = dice.below(12) === 0 ? dice.below(4) : fewest + dice.below(most - fewest + 1);
    const values = Array.from({ length: count }, () => this.any(depth));
    if (dice.below(4) === 0) values.push(`${dice.of(['r', 'y', 'v'])}=${this.any(depth)}`);
    return `${name}(${values.join(', ')})`;
  }

  /** Wrappings for an expression of any kind. */
  #wrapped(kind: Kind, depth: number): string {
    const one = (): string => this.expression(kind, depth);
    const result = (): string => this.dice.of(['r', 'v', '(v, r)', one()]);
    return this.dice.of([
      () => `(${one()})`,
      () => `(${one()} if ${this.any(depth)} else ${one()})`,
      () => `(${this.any(depth)} and ${one()})`,
      () => `(${one()} or ${one()})`,
      () => `[${one()}, ${one()}][${this.dice.of(['0', '-1', '1', 'True', '5'])}]`,
      () => `{'k': ${one()}}['k']`,
      () => `(lambda v: ${one()})(${this.any(depth)})`,
      () =>
        `(lambda v, r=${one()}: ${result()})(${this.any(depth)}${this.dice.of(['', '', `, r=${one()}`, `, ${one()}`])})`,
      () => `(${one()}, ${one()})[-1]`,
      () => `context.get('${this.dice.of(BARE[kind])}', ${one()})`,
      () => `context['${this.dice.of(BARE[kind])}']`,
      () => `{1: ${one()}}.get(${this.dice.of(['1', '2', 'True', '[]'])}, ${one()})`,
      () => `${this.dice.of(['max', 'min'])}(${one()}, ${one()})`,
    ])();
  }

  #made(kind: Kind, depth: number): string {
    const of = (wanted: Kind): string => this.#tight(wanted, depth);
    const number = (): string => of(this.dice.of(['int', 'float', 'bool', 'int'] as const));
    const items = (): string => of(this.dice.of(['list', 'tuple', 'str', 'dict'] as const));
    const { dice } = this;
    const makers: Readonly<Record<Kind, readonly (() => string)[]>> = {
      int: [
        () => `${of('int')} ${dice.of(['+', '-', '*', '//', '%'])} ${of(dice.of(['int', 'bool'] as const))}`,
        () => `${of('int')} ${dice.of(['+', '-', '*', '//', '%'])} ${of('int')}`,
        () => `${of('int')} ** ${dice.of(['0', '1', '2', '3', '5', '64', 'True', '-1', of('int')])}`,
        () => `${dice.of(['-', '+', '- -'])}${of('int')}`,
        () => `len(${items()})`,
        () => `abs(${of('int')})`,
        () => `round(${number()})`,
        () => `round(${of('int')}, ${dice.of(['-1', '-2', '0', '3', '-30', 'None'])})`,
        () => `int(${dice.of([of('float'), of('str'), of('int'), "' 12_3 '", "'x'", "'+5'", '-3.9'])})`,
        () => `sum(${dice.of(['[1, 2, 3]', of('list'), '(1, True)', `[${of('int')}, ${of('int')}]`])})`,
        () => `${of('str')}.${dice.of(['find', 'count', 'index'])}(${of('str')})`,
        () => `${of(dice.of(['list', 'tuple'] as const))}.index(${of('int')})`,
        () => `${dice.of(['sum', 'max', 'min'])}(${this.#item(depth)} ${this.#clauses(depth)})`,
        () => `${dice.of(['max', 'min'])}(${this.#source(depth)}, key=${this.#key(depth)})`,
        () => `sum(${this.#source(depth)}${dice.of(['', ', 1', ', start=2'])})`,
        () => `${dice.of(['max', 'min'])}(${this.#source(depth)}, default=${of('int')})`,
        () => `${of(dice.of(['list', 'tuple'] as const))}.count(${of('int')})`,
      ],
      float: [
        () => `${number()} ${dice.of(['+', '-', '*', '/', '//', '%'])} ${of('float')}`,
        () => `${of('float')} ${dice.of(['+', '-', '*', '/', '//', '%'])} ${number()}`,
        () => `${of('int')} / ${of('int')}`,
        () => `-${of('float')}`,
        () => `abs(${of('float')})`,
        () => `round(${of('float')}, ${dice.of(['0', '1', '2', '-1', '17', '330', '-300', '5', of('int')])})`,
        () =>
          `float(${dice.of([of('str'), of('int'), of('float'), "'1e3'", "' inf '", "'-.5_5'", "'1__0'"])})`,
        () => `sum([${number()}, ${of('float')}, ${number()}]${dice.of(['', ', 0.5', `, ${number()}`])})`,
      ],
      str: [
        () => `${of('str')} + ${of('str')}`,
        () => `${of('str')} * ${dice.of(['2', '0', '-1', '3', 'True', of('int')])}`,
        () => `${dice.of(['str', 'str', 'bool'])}(${this.any(depth)})`,
        () => `${of('str')}.${dice.of(['lower', 'upper', 'strip', 'lstrip', 'rstrip'])}()`,
        () => `${of('str')}.${dice.of(['strip', 'lstrip', 'rstrip'])}(${of('str')})`,
        () => `${of('str')}.replace(${of('str')}, ${of('str')})`,
        () =>
          `${of('str')}.join(${dice.of(["['x', 'y']", "['é', '']", of('str'), "('a',)", of(dice.of(['list', 'str', 'str', 'dict'] as const))])})`,
        () => `${of('str')}[${dice.of(['0', '-1', '2', of('int')])}]`,
        () => `${of('str')}[${this.#slice(depth)}]`,
        () => this.#format(depth),
        () => this.#format(depth),
        () => this.#format(depth),
        () => `', '.join(${dice.of(['str(v)', 'v', this.#item(depth)])} ${this.#clauses(depth)})`,
        () => `str(${items()})`,
        () => `str(${number()})`,
      ],
      bool: [
        () => `${number()} ${this.#order()} ${number()}`,
        () => `${number()} ${this.#order()} ${number()} ${this.#order()} ${number()}`,
        () => `${of('str')} ${this.#order()} ${of('str')}`,
        () => `${of('list')} ${dice.of(['==', '!=', '<'])} ${of('list')}`,
        () => `${of('tuple')} ${this.#order()} ${of('tuple')}`,
        () => `${this.any(depth)} ${dice.of(['==', '!='])} ${this.any(depth)}`.replace(/\bnot\b/g, '+'),
        () => `${of(dice.of(KINDS))} ${dice.of(['in', 'not in'])} ${items()}`,
        () => `${of('str')} ${dice.of(['in', 'not in'])} ${of('str')}`,
        () => `'${dice.of(['i', 'zz'])}' ${dice.of(['in', 'not in'])} context`,
        () => `not ${this.any(depth)}`,
        () =>
          `${this.any(depth)} ${dice.of(['and', 'or'])} ${this.any(depth)} ${dice.of(['and', 'or'])} ${this.any(depth)}`,
        () => `not ${this.any(depth)} ${dice.of(['and', 'or'])} not ${this.any(depth)} or ${this.any(depth)}`,
        () => `${of(dice.of(KINDS))} ${dice.of(['is', 'is not'])} ${dice.of(['None', 'True', 'False'])}`,
        () => `bool(${this.any(depth)})`,
        () => `${dice.of(['any', 'all'])}(${this.#item(depth)} ${this.#clauses(depth)})`,
        () => `${dice.of(['any', 'all'])}(${this.#source(depth)})`,
        () => `${this.any(depth)} in ${this.#source(depth)}`.replace(/\bnot\b/g, '+'),
        () =>
          `${of('str')}.${dice.of(['startswith', 'endswith'])}(${dice.of([of('str'), "('a', 'x')", of('tuple')])})`,
      ],
      list: [
        () => `[${this.any(depth)}, ${this.any(depth)}]`,
        () => `[${this.any(depth)}]`,
        () => `${of('list')} + ${of('list')}`,
        () => `${of('list')} * ${dice.of(['2', '0', 'True', of('int')])}`,
        () => `${of('list')}[${this.#slice(depth)}]`,
        () => `[${this.#item(depth)} ${this.#clauses(depth)}]`,
        () => `[${this.#item(depth)} ${this.#clauses(depth)}]`,
        () => `list(${this.#source(depth)})`,
        () => `sorted(${this.#source(depth)}, key=${this.#key(depth)}${this.#reverse()})`,
        () => `sorted(${this.#item(depth)} for v in ${this.#source(depth)})`,
        () => `[(a, b) for a, b in ${this.#pairs(depth)}]`,
        () => `[a for a, (b, v) in ${dice.of(['[(1, (2, 3))]', `enumerate(${this.#pairs(depth)})`])}]`,
        () => `${of('str')}.split(${dice.of(['', of('str'), 'None', "'X'"])})`,
        () =>
          `sorted(${dice.of([items(), of('str'), `[${number()}, ${number()}, ${number()}]`, '["b", "a"]'])}${this.#reverse()})`,
      ],
      tuple: [
        () => `(${this.any(depth)},)`,
        () => `(${this.any(depth)}, ${this.any(depth)})`,
        () => `${of('tuple')} + ${of('tuple')}`,
        () => `${of('tuple')} * ${dice.of(['2', '0', of('int')])}`,
        () => `${of('tuple')}[${this.#slice(depth)}]`,
        () => `tuple(${this.#source(depth)})`,
        () => `tuple(${this.#item(depth)} for v in ${this.#source(depth)})`,
      ],
      dict: [
        () => `{${this.any(depth)}: ${this.any(depth)}}`,
        () =>
          `{${number()}: ${this.any(depth)}, ${of('str')}: ${this.any(depth)}, ${number()}: ${this.any(depth)}}`,
        () => `{${of('tuple')}: ${this.any(depth)},}`,
        () => `{${this.#item(depth)}: ${this.#item(depth)} ${this.#clauses(depth)}}`,
        () => `{a: b for a, b in ${this.#pairs(depth)}}`,
      ],
      none: [
        () => `[${this.any(depth)} for v in ${this.#source(depth)}][0]`,
        () => `{v: ${this.any(depth)} for v in ${this.#source(depth)}}.get(1)`,
        () => 'None',
        () => `{}.get(${this.any(depth)})`,
        () => "context.get('zz')",
      ],
    };
    return dice.of(makers[kind])();
  }

  /** What is made of each v of a comprehension. */
  #item(depth: number): string {
    return this.dice.of([
      ...['v', 'v', 'v * 2', 'str(v)', '(v, i)', '[v]', "f'{v}'", 'v == i', '{1: v}', 'bool(v)'],
      this.dice.of(['v + 1', '6 // v', 'v[0]', '[v for v in v]', '-v']),
      `v == ${this.#tight('int', depth - 1)}`,
      `(${this.any(depth - 1)})`,
    ]);
  }

  #clauses(depth: number): string {
    const more = this.dice.of([
      ...['', '', '', ' if v', ' if v != 1 if v', ' if v is not None', ' for v in [v, 1]'],
      ' for w in [v]',
      ` for y in ${this.#source(depth - 1)}`,
    ]);
    return `for v in ${this.#source(depth)}${more}`;
  }

  /** What a loop goes through. */
  #source(depth: number): string {
    const items = (): string =>
      this.#tight(this.dice.of(['list', 'tuple', 'str', 'dict', 'list'] as const), depth - 1);
    const bound = (): string =>
      this.dice.of([
        '0',
        '1',
        '2',
        '5',
        '-3',
        'i',
        'n',
        'j',
        'True',
        '3',
        '4',
        '2',
        'n',
        '5',
        '3',
        this.dice.below(6) === 0 ? 'f' : '1',
      ]);
    return this.dice.of([
      items,
      items,
      () => `range(${bound()})`,
      () =>
        `range(${bound()}, ${bound()}${this.dice.of(['', '', ', 2', ', -1', this.dice.below(9) === 0 ? ', 0' : ', 3'])})`,
      () => this.#pairs(depth),
      () => `${this.#tight('dict', depth - 1)}.${this.dice.of(['keys', 'values'])}()`,
      () => `reversed(${this.#tight(this.dice.of(['list', 'tuple', 'str', 'dict'] as const), depth - 1)})`,
    ])();
  }

  #pairs(depth: number): string {
    const items = (): string =>
      this.#tight(this.dice.of(['list', 'tuple', 'str', 'dict', 'list', 'int'] as const), depth - 1);
    return this.dice.of([
      () => `${this.#tight('dict', depth - 1)}.items()`,
      () => `enumerate(${items()}${this.dice.of(['', ', 1', ', start=i', ', f'])})`,
      () => `zip(${items()}, ${items()})`,
      () => `zip(range(${this.dice.of(['2', 'i'])}), ${items()})`,
      () => "[(1, 'a'), (0, 'b')]",
    ])();
  }

  #key(depth: number): string {
    return this.dice.of([
      'lambda v: v',
      'lambda v: -v',
      'len',
      'str',
      'None',
      `lambda v: ${this.#item(depth)}`,
      ...this.#functions.map(({ name }) => name),
    ]);
  }

  /** An f-string, often with a format that does not go with its value. */
  #format(depth: number): string {
    const { dice } = this;
    const value = (): string =>
      dice.of([...Object.values(BARE).flat(), 'i + 1', 'l[0]', "d['k']", 'f / 3', '-i']);
    const format = (): string => {
      if (dice.below(3) === 0) return dice.of(['', '!r', '!s', '!r:>12']);
      const fill = dice.of(['', '', '', '<', '>', '^', '*^', '=', '0>', '->']);
      const sign = dice.of(['', '', '', '+', '-', ' ']);
      const width = dice.of(['', '', '5', '10', '08', '0']);
      const precision = dice.of(['', '.2', '.0', '.3', '.1']);
      return `:${fill}${sign}${width}${dice.of(['', '', ',', '_'])}${precision}${dice.of(['', 'f', 'f', 'd', 's', '%'])}`;
    };
    const part = (): string =>
      dice.of(['a', ' ', '{{', '}}', '', `{${value()}${format()}}`, `{${value()}${format()}}`]);
    const plain = dice.below(6) === 0 ? ` ${dice.of(["'x{}'", "f''", '"y"'])}` : '';
    return `(${dice.of(['f', 'f', 'F', 'rf'])}"${part()}${part()}{${value()}${depth > 0 ? format() : ''}}${part()}"${plain})`;
  }

  /** An operand: in parentheses, mostly. */
  #tight(kind: Kind, depth: number): string {
    const text = this.expression(kind, depth);
    return /^(?:\w+|'[^'\\]*')$/.test(text) || (this.dice.below(12) === 0 && !/\b(?:not|if)\b/.test(text))
      ? text
      : `(${text})`;
  }

  #order(): string {
    return this.dice.of(['<', '<=', '>', '>=', '==', '!=']);
  }

  #reverse(): string {
    return this.dice.of(['', '', ', reverse=True', ', reverse=False']);
  }

  #slice(depth: number): string {
    const bound = (): string =>
      this.dice.of([
        '',
        '',
        '0',
        '1',
        '2',
        '-1',
        '-2',
        'None',
        '10',
        '-10',
        this.expression('int', depth - 1),
      ]);
    const step = this.dice.of(['', '', `:${bound()}`, ':-1', ':2']);
    return `${bound()}:${bound()}${step}`;
  }

  /** A whole program; what it sets is what it is judged by. */
  program(size: number): string {
    return Array.from({ length: 1 + this.dice.below(size) }, () => this.#guarded(size))
      .flat()
      .join('\n');
  }

  /** A statement, often with its errors handled, so that the program goes on. */
  #guarded(size: number): readonly string[] {
    if (this.dice.below(2) === 0) return this.#statement(size, '');
    return [
      'try:',
      ...this.#statement(size, '  '),
      '  pass',
      `except ${this.dice.of(['Exception', 'Exception as r'])}:`,
      '  pass',
    ];
  }

  #block(size: number, indentation: string): readonly string[] {
    return Array.from({ length: 1 + this.dice.below(size) }, () => this.#statement(size, indentation)).flat();
  }

  #statement(size: number, indentation: string): readonly string[] {
    const { dice } = this;
    const choice = dice.below(13);
    if (choice < 2 && size > 1) return this.#if(size - 1, indentation);
    if (choice < 4 && size > 1) return this.#loop(size - 1, indentation);
    if (choice === 5 && size > 1) return this.#try(size - 1, indentation);
    if (choice === 4 && size > 1) return this.#function(size - 1, indentation);
    const kind = dice.of(KINDS);
    const local = dice.of(BARE[kind]);
    const stored = `context['${dice.of([...BARE[kind], 'out', 'r1', 'r2'])}']`;
    const value = this.expression(kind, 2);
    const line = dice.of([
      () => `${local} = ${value}`,
      () => `${stored} = ${value}`,
      () => `${stored} = ${value}`,
      () => `${stored} = ${local} = ${value}`,
      () => `${local} ${this.#update(kind)} ${this.expression(kind, 1)}`,
      () => `${stored} ${this.#update(kind)} ${this.expression(kind, 1)}`,
      () => `${local} = ${value}; ${stored} = ${local}`,
      () => `${local}, ${dice.of(['r', 'y', stored])} = ${value}, ${this.expression(kind, 1)}`,
      () => `(${stored}, [r, y]) = ${dice.of(['(1, "ab")', 'i, l', value, '[1, [2, i]]'])}`,
      () => `${stored} = ${value}, ${this.expression(kind, 1)}`,
      () => this.#change(kind),
      () => this.#change(dice.of(['list', 'dict'] as const)),
      () => this.#change(dice.of(['list', 'dict'] as const)),
      () => this.#change(dice.of(['list', 'dict'] as const)),
      () => dice.of(['pass', value, '# a comment', `${local} = ${value}  # why`, `${stored} = (${value}\n)`]),
    ])();
    return [indentation + line];
  }

  /** What changes a value in place, mostly a list or a dict. */
  #change(kind: Kind): string {
    const { dice } = this;
    const name = dice.of(BARE[kind]);
    const object = dice.of([name, name, name, `context['${name}']`, 'r', 'y', `${name}[0]`, 'd[1]']);
    const some = (): string => this.any(1);
    const index = dice.of(['0', '-1', '1', 'i', '5', "'k'", '(1, 2)', "'new'", 'True', some()]);
    const source = dice.of([
      this.#source(1),
      this.#pairs(1),
      `${this.#item(1)} ${this.#clauses(1)}`,
      object,
      '{1: 2}',
    ]);
    return dice.of([
      `${object}[${index}] = ${some()}`,
      `${object}[${index}] = ${some()}`,
      `${object}[${index}] ${this.#update('int')} ${this.expression('int', 1)}`,
      `del ${object}[${index}]`,
      `del ${dice.of([name, 'r', `${object}[0], ${object}[0]`])}`,
      `${object}.append(${some()})`,
      `${object}.append(${some()})`,
      `${object}.extend(${source})`,
      `${object}.update(${source})`,
      `${object}.insert(${index}, ${some()})`,
      `r = ${object}.pop(${dice.of(['', '', index, `${index}, ${some()}`])})`,
      `${object}.remove(${dice.of(['1', "'a'", 'True', some()])})`,
      `${object}.sort(${dice.of(['', '', 'reverse=True', `key=${this.#key(1)}`, `key=${this.#key(1)}, reverse=True`])})`,
      `${object}.${dice.of(['reverse', 'clear'])}()`,
      `r = ${object}.setdefault(${index}, ${some()})`,
      `y = ${object}.copy()`,
      `y = ${object}`,
      `${object} ${dice.of(['+=', '*='])} ${this.any(1)}`,
      `[${object}.append(v) for v in ${this.#source(1)}]`,
      `r, ${object}[${index}] = ${object}[${index}], ${some()}`,
    ]);
  }

  #try(size: number, indentation: string): readonly string[] {
    const { dice } = this;
    const inner = `${indentation}  `;
    const within = dice.of(['r', '[r]', "r, {'k': r}"]);
    const raised = [...ERRORS, ...ERRORS.map(error => `${error}(${this.any(1)})`), `KeyError(${within})`];
    const raising = (): string =>
      inner +
      dice.of([
        'pass',
        'pass',
        "context['w'] = f'{r} {r!r}'",
        `raise ${dice.of(raised)}`,
        `if ${this.any(1)}: raise`,
      ]);
    const body = (): readonly string[] => [...this.#block(size, inner), raising()];
    const error = (): string => dice.of([...ERRORS, 'Exception', `(${dice.of(ERRORS)}, ${dice.of(ERRORS)})`]);
    const lines = [`${indentation}try:`, ...body()];
    const handlers = dice.below(5) === 0 ? 0 : 1 + dice.below(2);
    for (let at = 0; at < handlers; at += 1) {
      const isNamed = dice.below(2) === 0;
      const last = at === handlers - 1 && dice.below(3) === 0 ? '' : ` ${error()}${isNamed ? ' as r' : ''}`;
      lines.push(`${indentation}except${last}:`, ...body());
    }
    if (handlers > 0 && dice.below(3) === 0) lines.push(`${indentation}else:`, ...body());
    if (handlers === 0 || dice.below(3) === 0)
      lines.push(`${indentation}finally:`, ...this.#block(size, inner));
    return lines;
  }

  #function(size: number, indentation: string): readonly string[] {
    const { dice } = this;
    const inner = `${indentation}  `;
    const name = `fn${this.#functions.length}`;
    const [parameters, fewest, most] = dice.of([
      ['', 0, 0],
      ['v', 1, 1],
      ['v, r', 2, 2],
      [`v, r=${this.any(1)}`, 1, 2],
      [`y=${this.any(1)}`, 0, 1],
      ['i, l=3', 1, 2],
    ] as const);
    if (dice.below(4) === 0) {
      const value = this.any(2);
      this.#functions.push({ name, fewest, most });
      return [`${indentation}${name} = lambda ${parameters}: ${value}`];
    }
    const body = [
      ...this.#block(size, inner),
      `${inner}${dice.of(['return', 'return v', `return ${this.any(2)}`, `if ${this.any(1)}: return ${this.any(1)}`, 'pass'])}`,
      ...this.#block(1, inner),
      `${inner}return ${dice.of([this.any(2), 'i', 'r', 'v'])}`,
    ];
    this.#functions.push({ name, fewest, most });
    return [`${indentation}def ${name}(${parameters}):`, ...body];
  }

  #update(kind: Kind): string {
    return kind === 'int' || kind === 'float' || this.dice.below(5) === 0
      ? this.dice.of(['+=', '-=', '*=', '//=', '%=', '/='])
      : '+=';
  }

  #loop(size: number, indentation: string): readonly string[] {
    const { dice } = this;
    const inner = `${indentation}  `;
    const leap = dice.of([
      'pass',
      'break',
      'continue',
      `if ${this.any(1)}: break`,
      `if ${this.any(1)}: continue`,
    ]);
    const body = [...this.#block(size, inner), inner + leap, ...this.#block(1, inner)];
    const last = dice.below(5) === 0 ? [`${indentation}else:`, ...this.#block(size, inner)] : [];
    if (dice.below(3) === 0)
      return [
        `${indentation}y = 0`,
        `${indentation}while y < ${dice.of(['3', '2', 'i'])}:`,
        `${inner}y += 1`,
        ...body,
        ...last,
      ];
    if (dice.below(4) === 0) return this.#changingLoop(size, indentation);
    const target = dice.of([
      `${dice.of(['v', 'i', "context['out']"])} in ${this.#source(2)}`,
      `v, y in ${this.#pairs(2)}`,
      `(v, context['r2']) in ${this.#pairs(2)}`,
    ]);
    return [`${indentation}for ${target}:`, ...body, ...last];
  }

  /** A loop through something that its body changes. */
  #changingLoop(size: number, indentation: string): readonly string[] {
    const { dice } = this;
    const inner = `${indentation}  `;
    const name = dice.of([...BARE.list, ...BARE.dict]);
    const source = dice.of([
      name,
      `enumerate(${name})`,
      `zip(${name}, ${name})`,
      `reversed(${name})`,
      `${name}.items()`,
    ]);
    const change = dice.of([
      `${name}.append(v)`,
      `${name}.pop()`,
      `${name}.pop(v, None)`,
      `${name}[v] = y`,
      `${name}[0] = y`,
      `del ${name}[v]`,
      `${name} += [y]`,
      `${name}.extend(v for v in ${name})`,
      `${name}.insert(0, v)`,
      `${name}.clear()`,
      this.#change(dice.of(['list', 'dict'] as const)),
    ]);
    return [
      `${indentation}y = 0`,
      `${indentation}for v in ${source}:`,
      `${inner}y += 1`,
      `${inner}if y > ${dice.of(['1', '2', '5'])}: break`,
      `${inner}${dice.of(['', '', `if ${this.any(1)}: `])}${change}`,
      ...this.#block(size, inner),
    ];
  }

  #if(size: number, indentation: string): readonly string[] {
    const inner = indentation + this.dice.of(['  ', '    ', '\t']);
    const body = (): readonly string[] => this.#block(size, inner).concat(`${inner}pass`);
    const lines = [`${indentation}if ${this.any(2)}:`, ...body()];
    for (let more = this.dice.below(3); more > 0; more -= 1)
      lines.push(`${indentation}elif ${this.any(2)}:`, ...body());
    if (this.dice.below(2) === 0) lines.push(`${indentation}else:`, ...body());
    return lines;
  }

  /** Operands and operators in a row, with hardly a parenthesis: what binds tighter decides. */
  row(): string {
    const { dice } = this;
    const operand = (): string =>
      dice.of(['', '', '', 'not ', '-', '+', '- ', 'not not ']) +
      dice.of([
        '0',
        '1',
        '2',
        '3.5',
        'True',
        'False',
        'i',
        'j',
        'f',
        'none',
        "'a'",
        's',
        'l',
        '(1, 2)',
        '[]',
        'l[0]',
        'len(s)',
      ]);
    const words = [
      'and',
      'or',
      'and',
      'or',
      '+',
      '-',
      '*',
      '//',
      '%',
      '/',
      '**',
      '<',
      '<=',
      '==',
      '!=',
      'in',
      'not in',
    ];
    const more = [
      'is None',
      'is not None',
      'if 1 else 2 or',
      'if j else',
      'and not',
      'or not',
      '>',
      'is True',
    ];
    let text = operand();
    for (let count = 1 + dice.below(6); count > 0; count -= 1) {
      const word = dice.of(dice.below(5) === 0 ? more : words);
      if (/^is/.test(word)) text += ` ${word}`;
      else if (word === 'if j else') text += ` if ${operand()} else ${operand()}`;
      else text += ` ${word} ${operand()}`;
    }
    return dice.below(5) === 0 ? `(${text}) ${dice.of(words)} ${operand()}` : text;
  }

  /** A source with one or two characters or words changed: what is still read must still be Python. */
  mutant(source: string): string {
    const pieces = source.match(/\w+|\s+|[^\w\s]/g) ?? [];
    for (let times = 1 + this.dice.below(2); times > 0; times -= 1) {
      const at = this.dice.below(pieces.length);
      const piece = this.dice.of([
        '',
        ' ',
        '\n',
        '  ',
        '\t',
        'not',
        'and',
        'or',
        'if',
        'else',
        'in',
        'is',
        '(',
        ')',
        '[',
        ']',
        ',',
        ':',
        '.',
        '-',
        '**',
        '=',
        '==',
        '<',
        "'",
        '"',
        ';',
        '0',
        '1',
        '#',
        'None',
        'not ',
        ' not ',
        '\\',
        'x',
        '%',
        'e',
        '_',
        '*',
        pieces[this.dice.below(pieces.length)],
      ]);
      const isInserted = this.dice.below(2) === 0;
      pieces.splice(at, isInserted ? 0 : 1, piece);
    }
    return pieces.join('');
  }
}
