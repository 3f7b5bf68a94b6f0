import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGUAGE, NOTES } from '../../../src/engine/python/language.ts';
import { PROGRAM_LIMITS } from '../../../src/engine/python/limits.ts';
import { parseCodeStep } from '../../../src/engine/python/parse.ts';
import { EXAMPLE_FOR } from '../../../src/engine/python/reading/refusal.ts';
import { runCode } from '../../../src/engine/python/runCode.ts';
import { ERROR_NAMES } from '../../../src/engine/python/running/executeStatements.ts';
import { toPyRepr } from '../../../src/engine/python/toPyRepr.ts';
import type { PyValue } from '../../../src/engine/python/value.ts';
import { pythonAnswers } from './compare.ts';

const PAGE = readFileSync(new URL('../../../docs/python.md', import.meta.url), 'utf8');

describe('the page of the language', () => {
  it.each(LANGUAGE)('gives the result of its example: $title', ({ code, result }) => {
    const parsed = parseCodeStep(code);
    const context = new Map<string, PyValue>();
    expect(parsed.kind === 'parsed' && runCode(parsed.program, context).kind).toBe('done');
    expect(toPyRepr(context.get('out') ?? null)).toBe(result);
  });

  it('gives the results that Python gives', () => {
    const answers = pythonAnswers(LANGUAGE.map(({ code }) => ({ source: code, mode: 'exec', context: [] })));
    expect(answers.map(({ variables }) => variables?.[0][2])).toEqual(LANGUAGE.map(({ result }) => result));
  });

  it('shows exactly the examples of the page', () => {
    const shown = LANGUAGE.map(
      ({ title, code, result }) => `### ${title}\n\n\`\`\`python\n${code}\n# out: ${result}\n\`\`\`\n`,
    ).join('\n');
    expect(PAGE.slice(PAGE.indexOf('### '))).toBe(shown);
  });

  it('agrees with Help before its examples, with the existing limits and errors', () => {
    const before = PAGE.slice(0, PAGE.indexOf('### ')).replace(/\s+/g, ' ');
    for (const note of NOTES) expect(before).toContain(note);
    const { steps, work, characters, items, depth, bits, levels } = PROGRAM_LIMITS;
    for (const limit of [steps, work, characters, items, depth, bits, levels])
      expect(NOTES.join()).toContain(`${limit.toLocaleString('en')} `);
    expect(NOTES.join()).toContain(`handled: ${ERROR_NAMES.join(', ')}.`);
  });

  it('is opened at the example that explains what is refused', () => {
    const titles = LANGUAGE.map(({ title }) => title);
    expect(EXAMPLE_FOR.filter(([, title]) => !titles.includes(title))).toEqual([]);
    const helpOf = (source: string) => {
      const parsed = parseCodeStep(source);
      return parsed.kind === 'refused' ? parsed.problems[0].help : null;
    };
    expect(helpOf('import math')).toBe('');
    expect(helpOf("x = '%s' % 1")).toBe('Text with values in it');
    expect(helpOf('def f(*a):\n  pass')).toBe('Functions as values');
    expect(helpOf('x = [1][0:1] = 2')).toBe('Setting and deleting items');
    expect(helpOf('x = = 1')).toBeUndefined();
  });

  it('is named where something is not in the language', () => {
    const parsed = parseCodeStep('import math');
    expect(parsed.kind === 'refused' && parsed.problems[0].message).toContain('docs/python.md');
  });
});
