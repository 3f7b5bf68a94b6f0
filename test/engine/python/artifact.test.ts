import { describe, expect, it } from 'vitest';
import {
  type Artifacts,
  findQuestionMistake,
  listArtifactQuestions,
} from '../../../src/engine/python/artifact.ts';
import { PROGRAM_LIMITS } from '../../../src/engine/python/limits.ts';
import { Allowance, Meter } from '../../../src/engine/python/meter.ts';
import { parseArtifact, parseCodeStep, parseConditionSource } from '../../../src/engine/python/parse.ts';
import type { Parsed } from '../../../src/engine/python/program.ts';
import { evaluateCondition, type ProgramOutcome } from '../../../src/engine/python/runCode.ts';
import { recallCondition } from '../../../src/engine/python/runMemory.ts';
import { makeDict, makeList, type PyValue } from '../../../src/engine/python/value.ts';

function read<T>(parsed: Parsed<T>): T {
  if (parsed.kind === 'refused') throw new Error(parsed.problems.map(({ message }) => message).join('; '));
  return parsed.program;
}

type Sources = Readonly<Record<string, string>>;
type Variables = Readonly<Record<string, PyValue>>;

const artifactsOf = (sources: Sources): Artifacts =>
  new Map(Object.entries(sources).map(([name, source]) => [name, { program: read(parseArtifact(source)) }]));

/** A context with artifacts, as an agent has it. */
const contextOf = (sources: Sources, variables: Variables = {}) =>
  Object.assign(new Map(Object.entries(variables)), { artifacts: artifactsOf(sources) });

const conditionOf = (source: string) => read(parseConditionSource(source, true));

const ask = (condition: string, sources: Sources, variables: Variables = {}, meter = new Meter()) =>
  evaluateCondition(conditionOf(condition), contextOf(sources, variables), meter);

const resultOf = (outcome: ProgramOutcome<PyValue>) =>
  outcome.kind === 'done' ? outcome.value : outcome.problem.message;
const refusedIn = (parsed: Parsed<unknown>) =>
  parsed.kind === 'refused'
    ? parsed.problems.map(({ line, column, message }) => `${line}:${column} ${message}`)
    : [];

describe('a question to an artifact', () => {
  it('has the value that run returns for the values given, in order and by name', () => {
    const sources = { rate: 'def run(idea, floor=3, share=0.5):\n    return len(idea) * share > floor' };
    expect(resultOf(ask("invoke('rate', 'a lamp')", sources))).toBe(false);
    expect(resultOf(ask("invoke('rate', 'a lamp', share=2)", sources))).toBe(true);
    expect(resultOf(ask("invoke('rate', floor=1, idea='a lamp') and n > 1", sources, { n: 2n }))).toBe(true);
    expect(resultOf(ask("invoke(['rate'][0], idea=plan)", sources, { plan: 'a large lamp' }))).toBe(true);
  });

  it('sees the variables of the asker, and functions of the artifact’s own', () => {
    const sources = {
      can: "least = 10\ndef left(scrip):\n    return balance - context.get('reserve', 0) - scrip\ndef run(scrip):\n    return left(scrip) > least",
    };
    expect(resultOf(ask("invoke('can', 5)", sources, { balance: 20n }))).toBe(true);
    expect(resultOf(ask("invoke('can', 5)", sources, { balance: 20n, reserve: 6n }))).toBe(false);
  });

  it('lists who was asked by whom, with what, and what was answered', () => {
    const sources = {
      one: "def run(n):\n    return [invoke('two', n, by=2), n]",
      two: 'def run(n, by):\n    return n * by',
    };
    const { calls } = ask("invoke('one', 4)[0] == 8 and invoke('two', 'x' * 80, 1) != ''", sources);
    expect(calls?.total).toBe(3);
    expect(calls?.listed.map(({ artifact, given, by, answer }) => ({ artifact, given, by, answer }))).toEqual(
      [
        { artifact: 'one', given: '4', by: null, answer: '[8, 4]' },
        { artifact: 'two', given: '4, by=2', by: 'one', answer: '8' },
        { artifact: 'two', given: `'${'x'.repeat(58)}…`, by: null, answer: `'${'x'.repeat(58)}…` },
      ],
    );
  });

  it('lists the first fifty, and counts all', () => {
    const { calls } = ask("len([n for n in range(60) if invoke('odd', n)]) == 30", {
      odd: 'def run(n):\n    return n % 2 == 1',
    });
    expect([calls?.listed.length, calls?.total]).toEqual([50, 60]);
  });

  it('without one leaves no trace of questions', () => {
    expect(ask('1 < 2', {})).toEqual({ kind: 'done', value: true });
  });

  it('changes neither the values given nor the variables, and its answer is a copy as well', () => {
    const list = makeList([1n]);
    const sources = {
      greedy:
        "def run(given):\n    given.append(2)\n    context['items'].append(3)\n    return [given, items]",
      keeper: 'def run():\n    return items',
      meddler: "def run():\n    got = invoke('keeper')\n    got.append(9)\n    return len(got)",
    };
    expect(
      resultOf(
        ask("len(invoke('greedy', items)[0]) == 2 and invoke('meddler') == 2", sources, { items: list }),
      ),
    ).toBe(true);
    expect(list).toEqual(makeList([1n]));
  });

  it('is the same from memory, at the same cost, with the same questions', () => {
    const sources = { judge: "def run(n):\n    return n > context.get('least', 2) or other" };
    const condition = conditionOf("invoke('judge', n=n)");
    for (const variables of [
      { n: 3n },
      { n: 1n, other: 0n },
      { n: 1n },
      { n: 1n, least: 0n },
    ] as Variables[]) {
      const fresh = new Allowance(1);
      const outcome = evaluateCondition(
        condition,
        contextOf(sources, variables),
        new Meter(PROGRAM_LIMITS, fresh),
      );
      for (let time = 0; time < 3; time++) {
        const allowance = new Allowance(1);
        expect(recallCondition(condition, contextOf(sources, variables), allowance)).toEqual(outcome);
        expect([allowance.steps, allowance.work]).toEqual([fresh.steps, fresh.work]);
      }
    }
  });
});

describe('a question that cannot be answered', () => {
  it('ends the condition: the artifact is missing', () => {
    expect(ask("invoke('judge')", {})).toMatchObject({
      kind: 'failed',
      error: 'LookupError',
      problem: { line: 1, column: 1, message: "LookupError: no artifact is called 'judge'" },
    });
    expect(resultOf(ask('invoke(7)', {}))).toBe('LookupError: no artifact is called 7');
  });

  it('ends it with the artifact and the place in its code', () => {
    const sources = {
      outer: "def run():\n    return invoke('inner', 0)",
      inner: 'def run(n):\n    m = n\n    return 1 / m',
    };
    const outcome = ask("invoke('outer')", sources);
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: 'ZeroDivisionError',
      artifact: 'inner',
      problem: { line: 3, column: 12 },
    });
    expect(outcome.calls?.listed.map(({ artifact, answer, failure }) => [artifact, answer, failure])).toEqual(
      [
        ['outer', null, resultOf(outcome)],
        ['inner', null, resultOf(outcome)],
      ],
    );
  });

  it('can be handled by the artifact that asked, unless a limit ends it', () => {
    const careful = (inner: string) => ({
      outer:
        "def run():\n    try:\n        return invoke('inner')\n    except Exception:\n        return 'none'",
      inner,
    });
    expect(resultOf(ask("invoke('outer') == 'none'", careful('def run():\n    raise ValueError(1)')))).toBe(
      true,
    );
    expect(resultOf(ask("invoke('outer')", careful('def run():\n    while True: pass')))).toBe(
      'LimitError: more than 10000 steps',
    );
  });

  it.each([
    ['too few', "invoke('judge')", 'TypeError: run is not given a'],
    ['too many', "invoke('judge', 1, 2)", 'TypeError: run takes 1 values, not 2'],
    ['unknown', "invoke('judge', b=1)", 'TypeError: run has no parameter b'],
    ['a function', "invoke('asker', 1)", 'LimitError: a function cannot be passed between artifacts'],
    [
      'a function in a list',
      "invoke('asker', 2)",
      'LimitError: a function cannot be passed between artifacts',
    ],
  ])('ends it: values that are %s', (_, condition, message) => {
    const asker = "def run(n):\n    return invoke('judge', [lambda: 1] if n == 2 else lambda: 1)";
    expect(resultOf(ask(condition, { asker, judge: 'def run(a):\n    return a' }))).toBe(message);
  });

  it.each([
    ['a function', 'def run():\n    return run', 'a function cannot be passed between artifacts'],
    [
      'an error',
      'def run():\n    try:\n        1 / 0\n    except ZeroDivisionError as e:\n        return e',
      'a ZeroDivisionError cannot be passed between artifacts',
    ],
    [
      'a list that holds itself',
      'def run():\n    l = []\n    l.append(l)\n    return l',
      'more than 32 lists, tuples or dicts in each other',
    ],
    ['an answer to no call', 'def run(): return 1\nrun = 5', 'a int cannot be called'],
  ])('ends it: an answer that is %s', (_, source, message) => {
    expect(resultOf(ask("invoke('judge')", { judge: source }))).toMatch(message);
  });
});

describe('a hostile artifact', () => {
  const LOOP = 'def run():\n    while True: pass';

  it('without end stops at the limit of the condition, and what it cost is charged to the tick', () => {
    const allowance = new Allowance(1);
    const meter = new Meter(PROGRAM_LIMITS, allowance);
    expect(ask("invoke('loop')", { loop: LOOP }, {}, meter)).toMatchObject({
      error: 'LimitError',
      artifact: 'loop',
      problem: { line: 2, message: 'LimitError: more than 10000 steps' },
    });
    expect(allowance.steps).toBe(500_000 - 10_000);
  });

  it('without end stops at the agent’s share of the tick', () => {
    const allowance = new Allowance(10_000);
    const outcome = ask("invoke('loop')", { loop: LOOP }, {}, new Meter(PROGRAM_LIMITS, allowance));
    expect(resultOf(outcome)).toMatch(/takes more than 1000 steps, the share of each of 10000 agents/);
    expect(allowance).toMatchObject({ isSpent: true, steps: 0 });
  });

  it.each([
    ['itself', { one: "def run(n=0):\n    return invoke('one', n + 1)" }],
    [
      'another that asks it',
      { one: "def run():\n    return invoke('two')", two: "def run():\n    return invoke('one')" },
    ],
    ['itself while it is defined', { one: "n = invoke('one')\ndef run():\n    return n" }],
    [
      'itself in a nest of calls',
      { one: "def deep(n):\n    return deep(n - 1) if n else invoke('one')\ndef run():\n    return deep(9)" },
    ],
    [
      'itself from deep within its code',
      { one: `x = ${'['.repeat(55)}invoke('one')${']'.repeat(55)}\ndef run():\n    return x` },
    ],
    ['itself in a key', { one: "def run():\n    return sorted([2, 1], key=lambda n: invoke('one'))" }],
  ] as readonly (readonly [string, Sources])[])('that asks %s stops', (_, sources) => {
    const outcome = ask("invoke('one')", sources);
    expect(resultOf(outcome)).toBe('LimitError: functions call each other more than 400 levels deep');
    expect(outcome.calls?.total).toBeLessThan(60);
  });

  it.each([
    [
      'a large answer',
      "def run():\n    return ['x' * 90000] * 3",
      /200000 items|goes through more than 150000/,
    ],
    [
      'a large value given',
      "def run(n=None):\n    return invoke('one', ['x' * 90000] * 3)",
      /200000 items|goes through more than 150000/,
    ],
    [
      'many copies',
      "def run(n=0):\n    big = list(range(5000))\n    return [len(invoke('two', big)) for i in range(100)]",
      /goes through more than 150000/,
    ],
    [
      'nested lists without end',
      'def run():\n    l = []\n    for i in range(40): l = [l, l]\n    return l',
      /in each other|200000|goes through/,
    ],
    ['a way to the machinery', "def run():\n    return 'run'.format.__self__", /two underscores|attribute/],
  ] as const)('with %s stops', (_, source, message) => {
    const parsed = parseArtifact(source);
    const found =
      parsed.kind === 'refused'
        ? parsed.problems[0].message
        : resultOf(ask("invoke('one')", { one: source, two: 'def run(l):\n    return l' }));
    expect(found).toMatch(message);
  });

  it('in a dict of the context finds copies, whatever it changes', () => {
    const dict = makeDict([['a', makeList([1n])]]);
    const source =
      "def run():\n    d = context['dict']\n    d['a'].append(2)\n    d['b'] = 3\n    return len(d) == 2";
    expect(resultOf(ask("invoke('one')", { one: source }, { dict }))).toBe(true);
    expect(dict).toEqual(makeDict([['a', makeList([1n])]]));
  });
});

describe('reading an artifact', () => {
  it.each([
    ['without run', 'x = 1', '1:1 an artifact lacks “def run(…):”, which gives its answer'],
    [
      'with run in a block',
      'if 1:\n    def run(): return 1',
      '1:1 an artifact lacks “def run(…):”, which gives its answer',
    ],
    [
      'that sets a variable',
      "def run():\n    context['x'] = 1",
      '2:5 an artifact sets no variable of the context; return a value from run()',
    ],
    [
      'that updates one',
      "def run():\n    context['x'] += 1",
      '2:5 an artifact sets no variable of the context; return a value from run()',
    ],
    [
      'that counts through one',
      "def run():\n    for context['x'] in [1]: pass",
      '2:9 an artifact sets no variable of the context; return a value from run()',
    ],
    ['that sets invoke', 'def run():\n    invoke = 1', '2:5 invoke cannot be set'],
    [
      'that asks nobody',
      'def run():\n    return invoke()',
      '2:12 invoke begins with the name of an artifact',
    ],
  ])('refuses one %s, with its place', (_, source, problem) => {
    expect(refusedIn(parseArtifact(source))).toEqual([problem]);
  });

  it('allows invoke in conditions of workflows and artifacts alone', () => {
    expect(parseConditionSource("invoke('x')", true).kind).toBe('parsed');
    expect(refusedIn(parseConditionSource("invoke('x')"))[0]).toMatch(
      /^1:1 invoke at this place is not part/,
    );
    expect(refusedIn(parseCodeStep("context['x'] = invoke('x')"))[0]).toMatch(
      /invoke at this place is not part/,
    );
    expect(parseCodeStep('def invoke(n):\n    return n\ninvoke(1)').kind).toBe('parsed');
  });

  it('knows the questions that are written out, and the values that run does not take', () => {
    const questions = listArtifactQuestions(
      conditionOf("invoke('a', 1) and invoke(name) or invoke('b', k=2)"),
    );
    expect(questions.map(({ name, line, column }) => [name, line, column])).toEqual([
      ['a', 1, 8],
      [null, 1, 27],
      ['b', 1, 43],
    ]);
    const program = read(parseArtifact('def run(n, m=1):\n    return n'));
    expect(questions.map(({ question }) => findQuestionMistake(question, program))).toEqual([
      null,
      'run is not given n',
      'run has no parameter k',
    ]);
  });
});
