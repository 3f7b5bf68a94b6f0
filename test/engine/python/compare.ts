import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseCodeStep, parseConditionSource } from '../../../src/engine/python/parse.ts';
import { readPlainValue } from '../../../src/engine/python/plainValue.ts';
import { evaluateCondition, runCode } from '../../../src/engine/python/runCode.ts';
import { toPyRepr } from '../../../src/engine/python/toPyRepr.ts';
import { getPyTypeName, type PyValue } from '../../../src/engine/python/value.ts';

export interface Case {
  readonly source: string;
  readonly mode: 'exec' | 'eval';
  readonly context: readonly (readonly [string, unknown])[];
}

interface Answer {
  readonly variables?: readonly (readonly [string, string, string])[];
  readonly value?: readonly [string, string];
  readonly error?: string;
}

/** This language's result for a case; null where it refuses it. */
export function answerOf({ source, mode, context }: Case): Answer | null {
  const variables = new Map(context.map(([name, plain]) => [name, readPlainValue(plain)]));
  const code = mode === 'exec' ? parseCodeStep(source) : null;
  const condition = mode === 'eval' ? parseConditionSource(source) : null;
  let value: PyValue = null;
  if (code?.kind === 'parsed') {
    const outcome = runCode(code.program, variables);
    if (outcome.kind === 'failed') return outcome.error === 'LimitError' ? null : { error: outcome.error };
  } else if (condition?.kind === 'parsed') {
    const outcome = evaluateCondition(condition.program, variables);
    if (outcome.kind === 'failed') return outcome.error === 'LimitError' ? null : { error: outcome.error };
    value = outcome.value;
  } else return null;
  return {
    variables: [...variables].map(([name, item]) => [name, getPyTypeName(item), toPyRepr(item)] as const),
    value: [getPyTypeName(value), toPyRepr(value)],
  };
}

const REFERENCE = fileURLToPath(new URL('reference.py', import.meta.url));

/** Python's own answers, from one process. */
export function pythonAnswers(cases: readonly Case[]): readonly Answer[] {
  const { stdout, stderr, status } = spawnSync('python3', [REFERENCE], {
    input: JSON.stringify(cases),
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  if (status !== 0) throw new Error(`the reference failed: ${stderr}`);
  return JSON.parse(stdout);
}

export interface Comparison {
  readonly answered: number;
  readonly failed: number;
  readonly refused: readonly Case[];
  readonly mismatches: readonly { readonly case: Case; readonly ours: Answer; readonly pythons: Answer }[];
}

/** Puts the same cases to both; those that ours refuses are not run in Python, where they might never end. */
export function compare(cases: readonly Case[]): Comparison {
  const ours = cases.map(answerOf);
  const both = cases.flatMap((one, at) => {
    const answer = ours[at];
    return answer === null ? [] : [{ case: one, ours: answer }];
  });
  const pythons = pythonAnswers(both.map(one => one.case));
  const mismatches = both
    .map((one, at) => ({ ...one, pythons: pythons[at] }))
    .filter(one => JSON.stringify(one.ours) !== JSON.stringify(one.pythons));
  return {
    answered: both.length,
    failed: both.filter(one => one.ours.error !== undefined).length,
    refused: cases.filter((_, at) => ours[at] === null),
    mismatches,
  };
}
