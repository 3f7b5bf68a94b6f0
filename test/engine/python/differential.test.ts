import { describe, expect, it } from 'vitest';
import { parseCodeStep } from '../../../src/engine/python/parse.ts';
import { isEscapedCode, isPrintableCode } from '../../../src/engine/python/toPyRepr.ts';
import { cases } from '../../runs.ts';
import { type Case, compare } from './compare.ts';
import { NASTY, NOT_PYTHON, PROGRAMS } from './corpus.ts';
import { CONTEXT, Generator } from './generator.ts';

const SEED = 20_000;
const EXPRESSIONS = cases(125, 5_000).numRuns;
const PROGRAMS_MADE = cases(125, 5_000).numRuns;
const ROWS = cases(125, 5_000).numRuns;
const MUTANTS = cases(250, 10_000).numRuns;

const made = (count: number, mode: Case['mode'], source: (generator: Generator) => string): Case[] =>
  Array.from({ length: count }, (_, at) => ({
    source: source(new Generator(SEED + at)),
    mode,
    context: CONTEXT,
  }));

const plain = (sources: readonly string[], mode: Case['mode']): Case[] =>
  sources.map(source => ({ source, mode, context: CONTEXT }));

/** Every letter whose case is said to be certain. */
const LETTERS = [
  ...Array.from({ length: 0x180 }, (_, code) => code),
  ...Array.from({ length: 0x60 }, (_, at) => 0x400 + at),
]
  .map(code => `'${code < 0x80 ? `\\x${code.toString(16).padStart(2, '0')}` : String.fromCodePoint(code)}'`)
  .flatMap(letter => [`${letter}.upper()`, `${letter}.lower()`]);

describe('against Python itself', () => {
  it('answers as Python does, or refuses: expressions', () => {
    const { mismatches, answered } = compare(made(EXPRESSIONS, 'eval', generator => generator.any(3)));
    expect(mismatches).toEqual([]);
    expect(answered).toBeGreaterThan(EXPRESSIONS * 0.9);
  });

  it('answers as Python does, or refuses: programs with branches and loops', () => {
    const { mismatches, answered, failed } = compare(
      made(PROGRAMS_MADE, 'exec', generator => generator.program(3)),
    );
    expect(mismatches).toEqual([]);
    expect(answered).toBeGreaterThan(PROGRAMS_MADE * 0.85);
    expect(answered - failed).toBeGreaterThan(PROGRAMS_MADE * 0.4);
  });

  it('binds operators as Python does', () => {
    const { mismatches, answered } = compare(made(ROWS, 'eval', generator => generator.row()));
    expect(mismatches).toEqual([]);
    expect(answered).toBeGreaterThan(ROWS / 3);
  });

  it('reads nothing that Python refuses', () => {
    const mutants = made(MUTANTS, 'exec', generator => generator.mutant(generator.program(2)));
    const { mismatches, answered } = compare(mutants);
    expect(mismatches).toEqual([]);
    expect(answered).toBeGreaterThan(MUTANTS / 15);
    expect(NOT_PYTHON.filter(source => parseCodeStep(source).kind === 'parsed')).toEqual([]);
  });

  it('answers common pitfalls correctly', () => {
    const cases = [...plain(NASTY, 'eval'), ...plain(PROGRAMS, 'exec')];
    const { mismatches, answered, refused } = compare(cases);
    expect(mismatches).toEqual([]);
    expect(refused.map(({ source }) => source)).toEqual([
      "{'a': 1}[0:1]",
      '5 .lower() if False else 1',
      'sum([0.1] * 10)',
      'missing()',
    ]);
    expect(answered).toBeGreaterThan(cases.length * 0.95);
  });

  it('changes the case of every letter as Python does, where it is certain', () => {
    const { mismatches, refused } = compare(plain(LETTERS, 'eval'));
    expect(mismatches).toEqual([]);
    expect(refused).toEqual([]);
  });

  it('writes every character as Python does, where it is certain', () => {
    const signs = Array.from({ length: 0x1100 }, (_, block) => block * 0x100).map(start => ({
      source: 'str([part])',
      mode: 'eval' as const,
      context: [['part', signsFrom(start)]] as const,
    }));
    const { mismatches } = compare(signs.filter(({ context }) => context[0][1] !== ''));
    expect(mismatches).toEqual([]);
  });
});

/** Up to 256 signs that are not refused. */
function signsFrom(start: number): string {
  return Array.from({ length: 0x100 }, (_, at) => start + at)
    .filter(code => isPrintableCode(code) || isEscapedCode(code))
    .map(code => String.fromCodePoint(code))
    .join('');
}
