import { expect, it } from 'vitest';
import { PROGRAM_LIMITS } from '../../../src/engine/python/limits.ts';
import { Allowance, Meter } from '../../../src/engine/python/meter.ts';
import { parseCodeStep } from '../../../src/engine/python/parse.ts';
import { runCode } from '../../../src/engine/python/runCode.ts';

/** What came of one run of a step after the other, by an allowance that they share. */
function resultsOf(source: string, agents: number, times: number): readonly string[] {
  const parsed = parseCodeStep(source);
  if (parsed.kind === 'refused') throw new Error(parsed.problems[0].message);
  const allowance = new Allowance(agents);
  return Array.from({ length: times }, () => {
    const outcome = runCode(parsed.program, new Map(), new Meter(PROGRAM_LIMITS, allowance));
    return outcome.kind === 'done' ? 'done' : outcome.problem.message;
  });
}

it('a share is spent by all runs together, in steps', () => {
  const loop = 'for n in range(200):\n  pass';
  const over =
    'LimitError: the code of this tick takes more than 1000 steps, the share of each of 1000 agents; what is left of it does not run';
  expect(resultsOf(loop, 1000, 5)).toEqual(['done', 'done', 'done', 'done', over]);
  expect(resultsOf(loop, 400, 5)).toEqual(Array(5).fill('done'));
});

it('a share is spent by all runs together, in items and characters', () => {
  const sum = 'sum([1] * 1000)';
  const over =
    'LimitError: the code of this tick goes through more than 5000 items and characters, the share of each of 2000 agents; what is left of it does not run';
  expect(resultsOf(sum, 2000, 2)).toEqual(['done', over]);
});

it('the share of a single agent is all of a tick, and a run keeps its own limit', () => {
  const endless = 'while True:\n  pass';
  const results = resultsOf(endless, 1, 51);
  expect(results.slice(0, 50)).toEqual(Array(50).fill('LimitError: more than 10000 steps'));
  expect(results[50]).toMatch(/of this tick takes more than 500000 steps, the limit of a tick;/);
});

it('handling errors does not catch the end of a share', () => {
  const caught = 'try:\n  while True:\n    pass\nexcept Exception:\n  pass';
  expect(resultsOf(caught, 1000, 1)[0]).toMatch(/^LimitError: the code of this tick/);
});
