import { describe, expect, it } from 'vitest';
import { listNamesRead } from '../../../src/engine/python/listNamesRead.ts';
import { parseCodeStep, parseConditionSource } from '../../../src/engine/python/parse.ts';

describe('the list of names that a program may read', () => {
  it.each([
    ["context['n'] = a + context['b']", ['a', 'b']],
    ["context['n'] = context.get('n', 0) + 1", ['n']],
    ["x = 1\ncontext['y'] = x + context.get('z', w) + context.get('z', 2)", ['w', 'z']],
    ["if flag:\n    context['y'] = context.get('deep')", ['flag', 'deep']],
    ["context['y'] = context.get(key)", ['key']],
  ])('of %j is %j', (text, names) => {
    const parsed = parseCodeStep(text);
    expect(parsed.kind === 'parsed' && listNamesRead(parsed.program)).toEqual(names);
  });

  it('of a condition has those of its expression', () => {
    const parsed = parseConditionSource("context.get('mood') == 'low' and n > 2");
    expect(parsed.kind === 'parsed' && listNamesRead(parsed.program)).toEqual(['n', 'mood']);
  });
});
