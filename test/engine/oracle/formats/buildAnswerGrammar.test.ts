import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildAnswerGrammar } from '../../../../src/engine/oracle/formats/buildAnswerGrammar.ts';
import { OFFERED_SHARES, parseSharesAnswer } from '../../../../src/engine/oracle/formats/jsonAnswer.ts';
import { computeLetterOrder, readLetterProbabilities } from '../../../../src/engine/oracle/formats/letter.ts';
import { parseChoiceReply } from '../../../../src/engine/oracle/formats/parseChoiceReply.ts';
import type { ChoiceOption, DecisionForm } from '../../../../src/engine/oracle/oracle.ts';
import { OPTIONS, question } from '../../answerFormats/question.ts';

const TOKEN = /"((?:[^"\\]|\\.)*)"|(\[(?:[^\]\\]|\\.)*\](?:\{\d+,\d+\})?)|([a-z]+)|\|/g;

/**
 * The language of a grammar, as a regular expression: rules, literals, one class of characters, alternatives.
 */
function recogniser(grammar: string): RegExp {
  const rules = new Map(grammar.split('\n').map(line => line.split(' ::= ') as [string, string]));
  const body = (name: string): string =>
    `(?:${rules.get(name)!.replace(TOKEN, asRegExp).replaceAll(' ', '')})`;
  const asRegExp = (token: string, literal?: string, characters?: string, rule?: string) => {
    if (rule !== undefined) return body(rule);
    if (literal === undefined) return characters ?? token;
    return escaped(literal.replace(/\\(.)/g, (_, c) => (c === 'n' ? '\n' : c)));
  };
  return new RegExp(`^${body('root')}$`, 'u');
}

/** Blanks too: those between the parts of a rule mean nothing. */
const escaped = (text: string): string =>
  [...text].map(c => `\\u{${c.codePointAt(0)!.toString(16)}}`).join('');

const grammar = (form: DecisionForm, texts = false, options: readonly ChoiceOption[] = OPTIONS) =>
  recogniser(buildAnswerGrammar(question({ options }), form, texts));

const objectOf = ({ nextState, action }: ChoiceOption, text?: string) =>
  JSON.stringify({ next_state: nextState, action, ...(text !== undefined && { text }) });

describe('the grammar of letters', () => {
  it('accepts the letters of the options and nothing else', () => {
    const accepts = grammar('letter');
    const accepted = [...'ABCDEFabcd ', '', 'AB', 'A ', ' A'].filter(text => accepts.test(text));
    expect(accepted).toEqual(['A', 'B', 'C', 'D']);
    for (const token of accepted)
      expect(
        readLetterProbabilities(OPTIONS, computeLetterOrder(question()), [{ token, logprob: 0 }]),
      ).toMatchObject({
        mass: 1,
      });
  });
});

describe('the grammar of JSON', () => {
  it('accepts one object for each option, which is read as that option', () => {
    const accepts = grammar('json');
    for (const [i, option] of OPTIONS.entries()) {
      expect(accepts.test(objectOf(option))).toBe(true);
      expect(parseChoiceReply(OPTIONS, objectOf(option))).toEqual({ option: i });
    }
  });

  it.each([
    ['{"next_state":"scrolling","action":"like"}', 'a contradiction'],
    ['{"action":"like","next_state":"engaging_like"}', 'another order'],
    ['{"next_state": "engaging_like", "action": "like"}', 'blanks'],
    ['{"next_state":"engaging_like","action":"like"}\n', 'a line break after it'],
    ['{"next_state":"engaging_like","action":"like"', 'a missing brace'],
    ['{"next_state":"engaging_like","action":"like","text":""}', 'a text that nobody asked for'],
    ['{"action":"like"}', 'half of it'],
    ['', 'nothing'],
  ])('does not accept %s: %s', text => {
    expect(grammar('json').test(text)).toBe(false);
  });

  it('accepts a text where the option has one, and it is read', () => {
    const accepts = grammar('json', true);
    const text = fc.string({ unit: 'grapheme', maxLength: 40 }).filter(said => !/["\\\p{Cc}]/u.test(said));
    fc.assert(
      fc.property(text, said => {
        expect(accepts.test(objectOf(OPTIONS[2]!, said))).toBe(true);
        expect(parseChoiceReply(OPTIONS, objectOf(OPTIONS[2]!, said))).toMatchObject({ option: 2 });
      }),
    );
    expect(parseChoiceReply(OPTIONS, objectOf(OPTIONS[2]!, 'So it is.'))).toEqual({
      option: 2,
      text: 'So it is.',
    });
    expect(accepts.test(objectOf(OPTIONS[1]!, ''))).toBe(true);
    expect(accepts.test(objectOf(OPTIONS[1]!, 'unasked'))).toBe(false);
    expect(accepts.test(objectOf(OPTIONS[1]!))).toBe(false);
  });

  it('ends a text after 200 characters, and allows nothing in it that would end it before', () => {
    const accepts = grammar('json', true);
    expect(accepts.test(objectOf(OPTIONS[2]!, 'é'.repeat(200)))).toBe(true);
    expect(accepts.test(objectOf(OPTIONS[2]!, 'é'.repeat(201)))).toBe(false);
    for (const said of ['a "quote"', 'a \\ backslash', 'two\nlines', 'a\ttab'])
      expect(accepts.test(objectOf(OPTIONS[2]!, said))).toBe(false);
    expect(accepts.test(objectOf(OPTIONS[2]!, '').replace('""', '"two\nlines"'))).toBe(false);
  });
});

describe('the grammar of shares', () => {
  const sharesOf = (shares: readonly number[], options = OPTIONS) =>
    JSON.stringify(Object.fromEntries(options.map(({ action }, i) => [action, shares[i]])));

  it('accepts one listed share for each option, in their order, and all but zeros alone are read', () => {
    const accepts = grammar('shares');
    const share = fc.constantFrom(...OFFERED_SHARES);
    fc.assert(
      fc.property(fc.tuple(share, share, share, share), shares => {
        const text = sharesOf(shares);
        expect(accepts.test(text)).toBe(true);
        const sum = shares.reduce((total, one) => total + one, 0);
        expect(parseSharesAnswer(OPTIONS, text)).toEqual(
          sum === 0
            ? { reason: 'no probability on any option' }
            : { probabilities: shares.map(one => one / sum) },
        );
      }),
    );
  });

  it.each([
    ['{"ignore":1,"like":2,"reply":3}', 'a missing option'],
    ['{"like":1,"ignore":2,"reply":3,"reshare":4}', 'another order'],
    ['{"ignore":11,"like":2,"reply":3,"reshare":4}', 'an unlisted share'],
    ['{"ignore":-1,"like":2,"reply":3,"reshare":4}', 'a negative one'],
    ['{"ignore": 1,"like":2,"reply":3,"reshare":4}', 'a blank'],
  ])('does not accept %s: %s', text => {
    expect(grammar('shares').test(text)).toBe(false);
  });
});

describe('names that are not plain words', () => {
  const NAMES = [
    'say "no"',
    'back\\slash',
    'two\nlines',
    'tab\there',
    'Ämter, 投票, 🗳️',
    '\u2028',
    "it's | a [b]",
    '',
  ];
  const options = NAMES.map((name, i) => ({
    action: `${i} ${name}`,
    nextState: name,
    meaning: '',
    writes: i % 2 === 0,
  }));

  it('are escaped: each option is accepted and read', () => {
    for (const texts of [false, true]) {
      const accepts = grammar('json', texts, options);
      for (const [i, option] of options.entries()) {
        const text = texts ? objectOf(option, '') : objectOf(option);
        expect([option.action, accepts.test(text)]).toEqual([option.action, true]);
        expect(parseChoiceReply(options, text)).toEqual({ option: i });
      }
    }
    const shares = JSON.stringify(Object.fromEntries(options.map(({ action }) => [action, 5])));
    expect(grammar('shares', false, options).test(shares)).toBe(true);
    expect(parseSharesAnswer(options, shares)).toEqual({
      probabilities: options.map(() => 1 / options.length),
    });
  });

  it('leave one rule on each line', () => {
    for (const form of ['json', 'shares'] as const)
      for (const line of buildAnswerGrammar(question({ options }), form, true).split('\n'))
        expect(line).toMatch(/^[a-z]+ ::= /);
  });
});
