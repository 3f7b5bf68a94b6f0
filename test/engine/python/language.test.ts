import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGUAGE } from '../../../src/engine/python/language.ts';
import { parseCode } from '../../../src/engine/python/parse.ts';
import { runCode } from '../../../src/engine/python/run.ts';
import type { Value } from '../../../src/engine/python/value.ts';
import { repr } from '../../../src/engine/python/write.ts';
import { pythonAnswers } from './compare.ts';

const PAGE = readFileSync(new URL('../../../docs/python.md', import.meta.url), 'utf8');

describe('the page of the language', () => {
  it.each(LANGUAGE)('gives the result of its example: $title', ({ code, result }) => {
    const parsed = parseCode(code);
    const context = new Map<string, Value>();
    expect(parsed.kind === 'parsed' && runCode(parsed.program, context).kind).toBe('done');
    expect(repr(context.get('out') ?? null)).toBe(result);
  });

  it('gives the results that Python gives', () => {
    const answers = pythonAnswers(LANGUAGE.map(({ code }) => ({ source: code, mode: 'exec', context: [] })));
    expect(answers.map(({ variables }) => variables?.[0][2])).toEqual(LANGUAGE.map(({ result }) => result));
  });

  it('shows exactly these examples', () => {
    const shown = LANGUAGE.map(
      ({ title, code, result }) => `### ${title}\n\n\`\`\`python\n${code}\n# out: ${result}\n\`\`\`\n`,
    ).join('\n');
    expect(PAGE.slice(PAGE.indexOf('### '))).toBe(shown);
  });

  it('is named where something is not in the language', () => {
    const parsed = parseCode('import math');
    expect(parsed.kind === 'refused' && parsed.problems[0].message).toContain('docs/python.md');
  });
});
