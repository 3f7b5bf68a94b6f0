import { describe, expect, it } from 'vitest';
import { PROGRAM_LIMITS } from '../../../src/engine/python/limits.ts';
import { Allowance, Meter } from '../../../src/engine/python/meter.ts';
import { parseCodeStep, parseConditionSource } from '../../../src/engine/python/parse.ts';
import { readPlainValue } from '../../../src/engine/python/plainValue.ts';
import type { Condition, Parsed, Program } from '../../../src/engine/python/program.ts';
import { evaluateCondition, type ProgramOutcome, runCode } from '../../../src/engine/python/runCode.ts';
import { recallCode, recallCondition } from '../../../src/engine/python/runMemory.ts';
import { toPyRepr } from '../../../src/engine/python/toPyRepr.ts';
import { getPyTypeName, type PyValue } from '../../../src/engine/python/value.ts';
import { PROGRAMS } from './corpus.ts';
import { CONTEXT, Dice, Generator } from './generator.ts';

/** Values that are easily taken for one another. */
const ALIKE: readonly PyValue[] = [0n, 0, -0, 1n, 1, true, false, '1', '', null, NaN, 2n ** 70n, 2 ** 70];

/** The context of the generator's programs; some variables are others there, and some are missing. */
function drawContext(dice: Dice): Map<string, PyValue> {
  const context = new Map(CONTEXT.map(([name, plain]) => [name as string, readPlainValue(plain)]));
  for (const name of ['i', 'j', 'f', 's', 'r'])
    if (dice.below(3) > 0) context.set(name, dice.of(ALIKE));
    else if (dice.below(4) === 0) context.delete(name);
  return context;
}

const writeOutcome = (outcome: ProgramOutcome<unknown>) =>
  outcome.kind === 'failed'
    ? outcome
    : outcome.value === undefined
      ? 'done'
      : `${getPyTypeName(outcome.value as PyValue)} ${toPyRepr(outcome.value as PyValue)}`;

/** All that a run leaves, as text. */
const writeTraces = (
  outcome: ProgramOutcome<unknown>,
  context: ReadonlyMap<string, PyValue>,
  { steps, work, isSpent }: Allowance,
): string =>
  JSON.stringify([
    ...[writeOutcome(outcome), steps, work, isSpent],
    ...[...context].map(([name, value]) => `${name} ${getPyTypeName(value)} ${toPyRepr(value)}`),
  ]);

const parsed = <T>(source: Parsed<T>): readonly T[] => (source.kind === 'parsed' ? [source.program] : []);

/** Compares runs from memory with runs, of each program by several agents with several contexts. */
function expectSameTraces<T extends Program | Condition>(
  programs: readonly T[],
  recall: (program: T, context: Map<string, PyValue>, allowance: Allowance) => ProgramOutcome<unknown>,
  run: (program: T, context: Map<string, PyValue>, meter: Meter) => ProgramOutcome<unknown>,
): void {
  const dice = new Dice(5);
  for (const program of programs)
    for (let agent = 0; agent < 6; agent++) {
      const context = drawContext(dice);
      const other = new Map(context);
      const agents = dice.of([1, 10_000]);
      const [recalled, ran] = [new Allowance(agents), new Allowance(agents)];
      // Little is left of some.
      if (dice.below(3) === 0) recalled.steps = ran.steps = dice.below(20);
      for (let turn = 0; turn < 3; turn++)
        expect(writeTraces(recall(program, context, recalled), context, recalled)).toBe(
          writeTraces(run(program, other, new Meter(PROGRAM_LIMITS, ran)), other, ran),
        );
    }
}

describe('a run from memory', () => {
  it('leaves what the run of a code step leaves, and costs as much', () => {
    const made = Array.from({ length: 100 }, (_, at) => new Generator(7_000 + at).program(3));
    expectSameTraces(
      [...PROGRAMS, ...made].flatMap(source => parsed(parseCodeStep(source))),
      recallCode,
      runCode,
    );
  });

  it('is worth what the condition is worth', () => {
    const made = Array.from({ length: 150 }, (_, at) => new Generator(8_000 + at).any(3));
    expectSameTraces(
      made.flatMap(source => parsed(parseConditionSource(source))),
      recallCondition,
      evaluateCondition,
    );
  });

  it('is of the values that were read, not of the agent, and of no more of them than fit', () => {
    const [condition] = parsed(parseConditionSource("n % 7 == 3 if kind == 'a' else missing"));
    const recall = (variables: readonly (readonly [string, PyValue])[]) =>
      recallCondition(condition, new Map(variables), new Allowance(1));
    const first = recall([
      ['kind', 'b'],
      ['n', 1n],
    ]);
    expect(first).toMatchObject({ kind: 'failed', error: 'NameError', name: 'missing' });
    expect(recall([['kind', 'b']])).toBe(first);
    for (let n = 0; n < 5_000; n++)
      expect(
        recall([
          ['kind', 'a'],
          ['n', BigInt(n)],
        ]),
      ).toEqual({ kind: 'done', value: n % 7 === 3 });
  });

  it('is not kept of a step that reads more variables than are compared', () => {
    const [program] = parsed(
      parseCodeStep("n = 0\nfor i in range(200):\n  n += context.get(f'v{i}', 0)\ncontext['n'] = n"),
    );
    for (const last of [5n, 7n]) {
      const context = new Map<string, PyValue>([
        ['v1', 1n],
        ['v199', last],
      ]);
      expect(recallCode(program, context, new Allowance(1)).kind).toBe('done');
      expect(context.get('n')).toBe(1n + last);
    }
  });
});
