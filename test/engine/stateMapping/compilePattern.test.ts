import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import {
  compilePattern,
  isPatternEndless,
  MAX_PATTERN_TEXT,
} from '../../../src/engine/stateMapping/compilePattern.ts';
import { estimateMatchSteps } from '../../../src/engine/stateMapping/estimateMatchSteps.ts';
import { translatePattern } from '../../../src/engine/stateMapping/translatePattern.ts';
import { IS_LONG } from '../../runs.ts';

/** Expressions that take for ever in the language's own engine on some text of the length that is looked at. */
const SLOW = [
  '(a|a)*b',
  '(a+)+$',
  '((ab)*c)*d',
  '(x{1,3}){1,99}y',
  '(a?){25}a{25}',
  '((a{0,9}){0,9}){0,9}b',
  'a?'.repeat(24) + 'a'.repeat(24),
  '(a|ab|abc|bc|c)*d',
  '([a-z]+)*\\d',
  '(\\w|\\d)+x',
  'x{0,9}x{0,9}x{0,9}x{0,9}x{0,9}x{0,9}x{0,9}x{0,9}y',
  '(a.?)*b',
  '(?:x+x+)+y',
  '.*a.*b.*c.*d',
  '\\s*\\s*\\s*x',
];

describe('an expression', () => {
  it.each(SLOW)('that may take for ever is matched without going back: %s', text => {
    expect(isPatternEndless(text)).toBe(false);
    const pattern = compilePattern(text);
    for (const letter of ['a', 'x', 'ab', 'w', ' ', 'aaab'])
      expect(typeof pattern.test(letter.repeat(MAX_PATTERN_TEXT).slice(0, MAX_PATTERN_TEXT))).toBe('boolean');
    // On short texts both engines agree.
    for (const given of [
      '',
      'a',
      'aab',
      'xxy',
      'ab1',
      'abcd',
      'a b c d',
      'aaaaaaaaaaaaaaaaaaaaaaaaaa'.slice(0, 9),
    ])
      expect(pattern.test(given), given).toBe(new RegExp(text).test(given));
  });

  it.each(['(?=(a+)+b)a', '(a*)\\1*b', '(?:(?<!x)a+)+b', '(a+b*){1,2000}c'])(
    'that RE2 cannot take either is known before it is used: %s',
    text => {
      expect(isPatternEndless(text)).toBe(true);
    },
  );

  it.each(['^(get|find)_', '^bash .*pytest', '(?<=x)a{3}(?!b)', 'error|fail', '\\b(?:npm|yarn) test\\b', ''])(
    'that is quick is left to the language: %s',
    text => {
      expect(estimateMatchSteps(text, MAX_PATTERN_TEXT)).toBeLessThan(100_000);
      expect(compilePattern(text).source).toBe(text);
    },
  );

  it('strips its first match, in both engines', () => {
    expect(compilePattern('^(?:cd \\S+ && )').removeFrom('cd a && cd b && ls')).toBe('cd b && ls');
    expect(compilePattern('(?:a|ab|b)*c').removeFrom('abcabc')).toBe('abc');
  });
});

/** Expressions of everything that both engines have. */
const atom = fc.constantFrom(
  ...[
    'a',
    'b',
    '\\d',
    '\\w',
    '\\W',
    '\\s',
    '\\S',
    '.',
    '[a-c]',
    '[^a]',
    '[\\s\\d]',
    '[\\S]',
    '[^\\s]',
    '[^]',
    '\\t',
    '\\x61',
  ],
  ...['\\u00e9', '\\.', '\\-', '\\/', '[[a]', '\\v', '\\y', '[\\b]', '\\b', '^', '$', 'é', '\\cI', '\\0'],
);
const quantifier = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}', '{0,}', '*?', '+?');
const expression = fc.letrec<{ ways: string }>(tie => ({
  ways: fc
    .array(
      fc.array(
        fc.oneof(
          { weight: 5, arbitrary: fc.tuple(atom, quantifier) },
          {
            weight: 1,
            arbitrary: fc.tuple(
              tie('ways').map(inner => `(${inner})`),
              quantifier,
            ),
          },
          {
            weight: 1,
            arbitrary: fc.tuple(
              tie('ways').map(inner => `(?:${inner})`),
              quantifier,
            ),
          },
        ),
        { maxLength: 4 },
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map(ways =>
      ways
        .map(way => way.map(([one, count]) => one + (/^[\^$]$|^\\[bB]$/.test(one) ? '' : count)).join(''))
        .join('|'),
    ),
})).ways;
const text = fc.string({
  unit: fc.constantFrom(
    ...[
      'a',
      'b',
      'c',
      '1',
      ' ',
      '\n',
      '\r',
      '\t',
      '\u00a0',
      '\u2028',
      '\ufeff',
      'é',
      '.',
      '-',
      '/',
      '_',
      'y',
      '[',
      '\0',
      '\x0b',
      '\b',
    ],
  ),
  maxLength: 12,
});

it('an expression in RE2’s words matches what it matches in the language', () => {
  fc.assert(
    fc.property(expression, fc.array(text, { minLength: 1, maxLength: 6 }), (pattern, texts) => {
      // The language's own engine may take for ever on these.
      fc.pre(estimateMatchSteps(pattern, 12) < 1_000_000);
      const own = new RegExp(pattern);
      const other = RE2JS.compile(translatePattern(pattern));
      for (const given of texts) {
        expect([pattern, given, other.matcher(given).find()]).toEqual([pattern, given, own.test(given)]);
        // How far a repeated group that may be empty reaches differs between the two.
        if (!/\)[*+?{]/.test(pattern))
          expect(other.matcher(given).replaceFirst('')).toBe(given.replace(own, ''));
      }
    }),
    { numRuns: IS_LONG ? 20_000 : 500 },
  );
});
