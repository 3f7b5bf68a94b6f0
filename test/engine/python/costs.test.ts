import { describe, expect, it } from 'vitest';
import { PROGRAM_LIMITS } from '../../../src/engine/python/limits.ts';
import { parseCodeStep } from '../../../src/engine/python/parse.ts';
import type { Program } from '../../../src/engine/python/program.ts';
import { runCode } from '../../../src/engine/python/runCode.ts';
import type { PyValue } from '../../../src/engine/python/value.ts';
import { LARGE, STATEMENTS } from './costs.ts';

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function programOf(source: string): Program {
  const parsed = parseCodeStep(source);
  if (parsed.kind === 'refused') throw new Error(`${source.slice(0, 40)}: ${parsed.problems[0].message}`);
  return parsed.program;
}

const CONTEXT = new Map<string, PyValue>();
for (const source of LARGE) {
  const outcome = runCode(programOf(source), CONTEXT);
  if (outcome.kind === 'failed') throw new Error(`${source}: ${outcome.problem.message}`);
}

/** Characters of a source here: a quarter of what it may have spends the same budget, and is read sooner. */
const SOURCE = PROGRAM_LIMITS.code / 4;

/** One statement as often as a source holds it. */
function filled(statement: string): Program {
  const once = `${statement};`;
  for (let times = Math.floor(SOURCE / once.length); ; times = Math.floor(times * 0.9)) {
    const parsed = parseCodeStep(once.repeat(times));
    if (parsed.kind === 'parsed') return parsed.program;
    if (times < 100) return programOf(statement);
  }
}

/** Those of its statements before the first that fails: the most that run to the end. */
function within(program: Program): Program {
  const outcome = runCode(program, new Map(CONTEXT));
  if (outcome.kind === 'done') return program;
  const { column } = outcome.problem;
  // The failing statement is the last that begins at or before the failure.
  const failing = program.body.findLastIndex(({ at }) => at.column <= column);
  const body = program.body.slice(0, failing);
  return { ...program, body };
}

/** Duration of a run in ms; where it is long, the least of five. */
function timeOf(program: Program, tries = 5): number {
  const context = new Map(CONTEXT);
  const start = cpu();
  runCode(program, context);
  const time = cpu() - start;
  return time < MAX_MS || tries === 1 ? time : Math.min(time, timeOf(program, tries - 1));
}

const MAX_MS = 250;

describe('a program that does as much as it may', () => {
  for (const statement of STATEMENTS)
    it(`runs for less than ${MAX_MS} ms: ${statement}`, () => {
      const done = within(filled(statement));
      expect(timeOf(done)).toBeLessThan(MAX_MS);
    });
});
