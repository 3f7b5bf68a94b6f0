import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { readLibrarianAnswer } from '../../../../src/engine/models/librarian/answer/readLibrarianAnswer.ts';
import { DEFAULT_CONFIG } from '../../../../src/engine/models/librarian/inputs/agentConfig.ts';
import { buildLibrarianSystem } from '../../../../src/engine/models/librarian/librarianPrompt.ts';
import { buildLibrarianAnswerShape } from '../../../../src/engine/models/librarian/librarianState.ts';
import type { LibrarianStateName } from '../../../../src/engine/models/librarian/librarianTerms.ts';
import { act, move, openReaders, playOut, stateOf, think } from './reading.ts';

const ASKED = ['thinking', 'executing', 'paging'] as const;
const TOKEN = /"((?:[^"\\]|\\.)*)"|(\[(?:[^\]\\]|\\.)*\](?:\{\d+,\d+\})?)|([a-z]+)|\s+/g;

/** The language of a grammar, as a regular expression. */
function recogniser(grammar: string): RegExp {
  const rules = new Map(grammar.split('\n').map(line => line.split(' ::= ') as [string, string]));
  const body = (name: string): string => `(?:${rules.get(name)!.replace(TOKEN, asRegExp)})`;
  const asRegExp = (_: string, literal?: string, characters?: string, rule?: string) => {
    if (rule !== undefined) return body(rule);
    if (literal === undefined) return characters ?? '';
    return [...JSON.parse(`"${literal}"`)].map(c => `\\u{${c.codePointAt(0).toString(16)}}`).join('');
  };
  return new RegExp(`^${body('root')}$`, 'u');
}

const accepts = (state: LibrarianStateName, asJson: boolean, config = DEFAULT_CONFIG) => {
  const { grammar } = buildLibrarianAnswerShape(config, state, asJson);
  const expression = recogniser(grammar);
  return (text: string) => expression.test(text);
};

describe.each([
  ['XML', false],
  ['JSON', true],
])('the shape of an answer in %s', (_, json_answers) => {
  it('allows what the built-in readers write, and that is read without repair', async () => {
    const run = await playOut(
      await openReaders({ source: null, parameters: { json_answers, paging_limit: 1024, hard_limit: 2048 } }),
    );
    const said = stateOf(run).ledger.steps.filter(({ source }) => source !== null);
    expect(new Set(said.map(({ state }) => state))).toEqual(new Set(ASKED));
    for (const state of ASKED) {
      const isAllowed = accepts(state, json_answers);
      const { schema } = buildLibrarianAnswerShape(DEFAULT_CONFIG, state, json_answers);
      const isHeld = schema && new Ajv({ strict: false }).compile(schema);
      const answers = said.filter(step => step.state === state).map(step => step.said!);
      // XML escapes are more than a grammar has to allow; a passage has line breaks.
      const plain = answers.filter(answer => !/&|\\/.test(answer));
      expect(plain.length).toBeGreaterThan(answers.length / 4);
      for (const answer of plain) expect([answer, isAllowed(answer)]).toEqual([answer, true]);
      if (isHeld) for (const answer of answers) expect(isHeld(JSON.parse(answer))).toBe(true);
    }
    expect(said.every(({ mended }) => mended.every(what => what === 'read as JSON'))).toBe(true);
  });
});

describe('the grammar of XML', () => {
  it.each<readonly [LibrarianStateName, string]>([
    ['thinking', think('paging', 'x')],
    ['thinking', think('thinking')],
    ['thinking', act('storage_load', 'a')],
    ['thinking', think('thinking', 'a & b')],
    ['thinking', think('thinking', '</agent>')],
    ['executing', act('storage_erase', 'a')],
    ['executing', act('storage_load', '')],
    ['executing', move('a')],
    ['executing', `<!DOCTYPE a>${act('storage_load', 'a')}`],
    ['executing', `${act('storage_load', 'a')}!`],
    ['paging', act('storage_load', 'a')],
    ['paging', act('move_to_storage', 'a', 'x')],
  ])('in %s does not accept %s', (state, answer) => {
    expect(accepts(state, false)(answer)).toBe(false);
  });

  it('accepts the actions that the configuration has, and no others', () => {
    const config = { ...DEFAULT_CONFIG, actions: { storage_load: 'x' } };
    expect(accepts('executing', false, config)(act('storage_load', 'a'))).toBe(true);
    expect(accepts('executing', false, config)(act('storage_save', 'a', 'b'))).toBe(false);
    const { schema } = buildLibrarianAnswerShape(config, 'executing', true);
    expect(JSON.stringify(schema)).toContain('"enum":["storage_load"]');
  });

  it('bounds tags and thoughts, a value only by the tokens of an answer, and what it accepts is read', () => {
    const long = act('storage_save', 'a'.repeat(100), 'x'.repeat(5_000));
    expect(accepts('executing', false)(long)).toBe(true);
    expect(readLibrarianAnswer(long)).toMatchObject({ action: { type: 'storage_save' }, mended: [] });
    expect(accepts('executing', false)(act('storage_load', 'a'.repeat(101)))).toBe(false);
    expect(accepts('thinking', false)(think('thinking', 'x'.repeat(200)))).toBe(true);
    expect(accepts('thinking', false)(think('thinking', 'x'.repeat(201)))).toBe(false);
  });
});

describe('the form in a prompt', () => {
  it.each(ASKED)('in %s is one that is read', state => {
    for (const asJson of [false, true]) {
      const form = buildLibrarianSystem(DEFAULT_CONFIG, state, asJson)
        .split('Answer exactly in this form:\n')[1]
        .split('\n')[0];
      const answer = form.replace('"thinking" or "executing"', '"thinking"');
      expect(readLibrarianAnswer(answer)).toMatchObject({
        mended: asJson ? ['read as JSON'] : [],
        ...(state === 'thinking' ? { action: null } : { action: { value: expect.anything() } }),
        ...(state === 'paging' && { action: { type: 'move_to_storage', tags: 'one_tag, another_tag' } }),
      });
    }
  });
});
