import { describe, expect, it } from 'vitest';
import { explainSlowExpression } from '../../../src/engine/stateMapping/explainSlowExpression.ts';
import { MAPPINGS } from '../../../src/engine/stateMapping/stateMappings.ts';

describe('a slow expression', () => {
  it.each([
    ['(a|a)*b', 'two ways may begin alike'],
    ['^(?:\\w|[a-z])+$', 'two ways may begin alike'],
    ['(ab|a|)*c', 'two ways may begin alike'],
    ['((a|\\w)x){2,}', 'two ways may begin alike'],
    ['(a+)+$', 'repeats something itself'],
    ['((ab)*c)*', 'repeats something itself'],
    ['(x{1,3}){1,99}', 'repeats something itself'],
    ['\\s*\\s*x', 'twice in a row'],
    ['\\d+a?[0-9]+x', 'twice in a row'],
    ['.*a.*b.*c.*d', 'more than 3'],
  ])('is recognised by its form: %s', (text, reason) => {
    expect(explainSlowExpression(text)).toContain(reason);
  });

  it.each([
    '^(get|find)_',
    '^bash .*pytest',
    '(?:cat|dog)+',
    '^(\\d+)-(\\d+)$',
    '\\w+\\s+\\w+',
    '(a|b|[c-e])*x',
    '[(+*]+\\)',
    '(?<=x)a{3}(?!b)',
    '(a?b){1,8}',
    '',
    ...Object.values(MAPPINGS).flatMap(({ rules }) => rules.map(({ match }) => match)),
  ])('does not include: %s', text => {
    expect(explainSlowExpression(text)).toBeNull();
  });
});
