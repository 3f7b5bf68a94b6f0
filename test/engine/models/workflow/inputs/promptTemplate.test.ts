import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fillTemplate,
  parsePromptTemplate,
} from '../../../../../src/engine/models/workflow/inputs/promptTemplate.ts';
import { cpuTime } from '../../../../cpuTime.ts';

const VALUES: Readonly<Record<string, string>> = { name: 'Ada', n: '3', odd: '{n} {{x}}' };
const filled = (source: string): string =>
  fillTemplate(parsePromptTemplate(source), name => VALUES[name] ?? null);

const variablesIn = (source: string) =>
  parsePromptTemplate(source).parts.flatMap(part =>
    part.kind === 'variable' ? [[part.name, part.line, part.column]] : [],
  );

describe('a prompt', () => {
  it.each([
    ['You are {name}, {n} times {n}.', 'You are Ada, 3 times 3.'],
    ['{name}{n}', 'Ada3'],
    ['{nobody} stays', '{nobody} stays'],
    ['', ''],
    ['no braces', 'no braces'],
  ])('has its variables filled in: %s', (source, text) => {
    expect(filled(source)).toBe(text);
  });

  it.each([
    ['{{name}}', '{name}'],
    ['{{{name}}}', '{Ada}'],
    ['{{"a": {n}}}', '{"a": 3}'],
    ['{{ {name} }}', '{ Ada }'],
    ['a }} b', 'a }} b'],
  ])('has a brace where there are two: %s', (source, text) => {
    expect(filled(source)).toBe(text);
  });

  it.each([
    '{"action": "make", "note": "x"}',
    '{"a": {"b": [1, {"c": 2}]}}',
    '{ name }',
    '{}',
    '{0}',
    '{name!r}',
    '{name:>10}',
    '{a.b} {a[0]} {a-b}',
    '{',
    '}',
    '{name',
    '{größe}',
    `{${'x'.repeat(101)}}`,
  ])('leaves other braces as they are: %s', source => {
    expect(filled(source)).toBe(source);
    expect(variablesIn(source)).toEqual([]);
  });

  it('does not fill in the contents of a variable', () => {
    expect(filled('<{odd}>')).toBe('<{n} {{x}}>');
  });

  it('has its variables in order, each with the place of its brace', () => {
    expect(variablesIn('{{é}} {b}\n\n {a} {b}')).toEqual([
      ['b', 1, 7],
      ['a', 3, 2],
      ['b', 3, 6],
    ]);
  });

  it('without double braces is unchanged when nothing is known', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', 'a', '"', ' ', '\n') }), source => {
        fc.pre(!source.includes('{{'));
        expect(fillTemplate(parsePromptTemplate(source), () => null)).toBe(source);
      }),
    );
  });

  it('of any text is escaped by doubling its braces', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', 'n', 'é', '🚀') }), text => {
        // A closing brace alone needs no escape, and has none.
        fc.pre(isBalanced(text));
        expect(filled(text.replace(/[{}]/g, '$&$&'))).toBe(text);
      }),
    );
  });

  it('of 100,000 braces is read quickly', () => {
    for (const source of ['{', '}', '{{', '{a', '{a}', '{a{'])
      expect(cpuTime(() => parsePromptTemplate(source.repeat(100_000 / source.length)))).toBeLessThan(3_000);
  });
});

function isBalanced(text: string): boolean {
  let open = 0;
  for (const c of text) {
    open += c === '{' ? 1 : c === '}' ? -1 : 0;
    if (open < 0) return false;
  }
  return true;
}
