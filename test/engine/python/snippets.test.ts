import { describe, expect, it } from 'vitest';
import { readPlainValue } from '../../../src/engine/python/plainValue.ts';
import { compare } from './compare.ts';
import { outOf } from './outOf.ts';
import { AGENT, SNIPPETS } from './snippets.ts';

const agent = () => new Map(AGENT.map(([name, plain]) => [name, readPlainValue(plain)] as const));

describe('a typical snippet of agent authors', () => {
  it('is covered by at least forty snippets that run', () => {
    expect(SNIPPETS.filter(({ gives }) => typeof gives === 'string').length).toBeGreaterThanOrEqual(40);
  });

  it.each(SNIPPETS)(
    'gives the same as in Python, or is refused with the page of the language: $what',
    ({ code, gives }) => {
      const out = outOf(code, agent());
      if (typeof gives === 'string') expect(out).toBe(gives);
      else {
        expect(out.startsWith(gives.refused)).toBe(true);
        expect(out).toContain('docs/python.md');
      }
    },
  );

  it('gives the same in python3 itself', () => {
    const running = SNIPPETS.filter(({ gives }) => typeof gives === 'string');
    const { mismatches, answered } = compare(
      running.map(({ code }) => ({ source: code, mode: 'exec', context: AGENT })),
    );
    expect(mismatches).toEqual([]);
    expect(answered).toBe(running.length);
  });
});
