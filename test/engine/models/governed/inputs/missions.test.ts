import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BUILT_IN_MISSIONS,
  type Expected,
  readMissions,
} from '../../../../../src/engine/models/governed/inputs/missions.ts';
import { CHARACTERS } from '../../../../../src/engine/models/governed/phases.ts';
import { bytesOf, failure } from '../failure.ts';

const text = (content: string) => readMissions('goals.txt', bytesOf(content));
const json = (value: unknown) => readMissions('missions.json', bytesOf(JSON.stringify(value)));
const titleOf = (goal: string) => json([goal]).list[0].title;

describe('the built-in missions', () => {
  const { list } = BUILT_IN_MISSIONS;

  it('are 24 different goals with short titles', () => {
    expect(new Set(list.map(mission => mission.goal)).size).toBe(24);
    expect(list).toHaveLength(24);
    for (const { title } of list) {
      expect(title.length).toBeLessThanOrEqual(28);
      expect(title).toMatch(/^\S+( \S+){1,3}$/);
    }
  });

  it('include the two well-known ones', () => {
    expect(list).toContainEqual(
      expect.objectContaining({ goal: 'Find the savant-mvp architecture.', character: 'searcher' }),
    );
    expect(list).toContainEqual(
      expect.objectContaining({
        goal: 'Find the secret password in the file /non-existent/hacker.txt',
        character: 'repeater',
      }),
    );
  });

  it('are played by 14 searchers and by each failing character', () => {
    expect(list.filter(mission => mission.character === 'searcher')).toHaveLength(14);
    expect(new Set(list.map(mission => mission.character))).toEqual(new Set(CHARACTERS));
  });

  it('would be the same if a user gave them as a file', () => {
    const written = list.map(({ expected, ...rest }) => ({ ...rest, ...fieldsOf(expected) }));
    expect(json(written)).toEqual({ ...BUILT_IN_MISSIONS, name: 'missions.json' });
  });
});

/** What says the same in a file. */
function fieldsOf(expected: Expected | null) {
  const { answers = [], sources = [] } = expected ?? {};
  if (answers.length + sources.length === 0) return expected && { answer: null };
  return { ...(answers.length > 0 && { answer: answers }), ...(sources.length > 0 && { source: sources }) };
}

describe("the user's own missions", () => {
  it('are read from text, one goal a line', () => {
    expect(
      text('\ufeff# my goals\r\n\r\n  Find the port.  \r\n \u200b \n#another note\nFind [x]'),
    ).toMatchObject({
      name: 'goals.txt',
      list: [
        { goal: 'Find the port.', title: 'Find the port.', character: null },
        { goal: 'Find [x]', character: null },
      ],
    });
  });

  it('are read from JSON, whatever the name of the file, as goals or with more', () => {
    const content =
      ' ["a", {"goal": "b", "title": "B", "character": "digger"}, {"goal": "c", "character": null}]';
    for (const name of ['missions.json', 'missions.txt']) {
      expect(readMissions(name, bytesOf(content)).list).toEqual([
        { goal: 'a', title: 'a', character: null, expected: null },
        { goal: 'b', title: 'B', character: 'digger', expected: null },
        { goal: 'c', title: 'c', character: null, expected: null },
      ]);
    }
  });

  it('state what is right: a text, several, a document, or that there is nothing to find', () => {
    const { list } = json([
      { goal: 'a', answer: '7421' },
      { goal: 'b', answer: ['three times', '3 times'], source: 'retry.md' },
      { goal: 'c', source: ['c.md'] },
      { goal: 'd', answer: null },
    ]);
    expect(list.map(({ expected }) => expected)).toEqual([
      { answers: ['7421'], sources: [] },
      { answers: ['three times', '3 times'], sources: ['retry.md'] },
      { answers: [], sources: ['c.md'] },
      { answers: [], sources: [] },
    ]);
  });

  it.each([
    ['a number', { answer: 7421 }, 'answer 7421 is not text'],
    ['no word', { answer: ' – ' }, 'has no words'],
    ['no text', { answer: [] }, 'answer has 0 texts; 1 to 20 are read'],
    ['a source for nothing', { answer: null, source: 'a.md' }, 'has no answer, and yet the source "a.md"'],
    ['a source that is none', { source: null }, 'source null is not text'],
  ])('are refused with %s as what is right', (_, fields, message) => {
    expect(failure(() => json([{ goal: 'a', ...fields }]))).toContain(`mission 1`);
    expect(failure(() => json([{ goal: 'a', ...fields }]))).toContain(message);
  });

  it('lose characters that are invisible or turn text around', () => {
    expect(json([{ goal: 'Find\u0000 \u202ethe\nport\u2066.', title: 'The\u202e port' }]).list[0]).toEqual({
      goal: 'Find the port.',
      title: 'The port',
      character: null,
      expected: null,
    });
  });

  it('have the hash of their canonical JSON', () => {
    const canonical = '[{"character":null,"goal":"a","title":"A"}]';
    expect(json([{ title: 'A', goal: 'a' }]).sha256).toBe(
      createHash('sha256').update(canonical).digest('hex'),
    );
  });

  it('have the first words of the goal as title', () => {
    expect(titleOf('Find the port of the gateway.')).toBe('Find the port of the');
    expect(titleOf('Exactly twenty-eight letters')).toBe('Exactly twenty-eight letters');
    expect(titleOf(`${'x'.repeat(28)} more`)).toBe('x'.repeat(28));
    expect(titleOf(`${'🎉'.repeat(40)} party`)).toBe(`${'🎉'.repeat(13)}…`);
  });

  it('have titles that end with a word of the goal', () => {
    const words = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), { minLength: 1 });
    fc.assert(
      fc.property(words, given => {
        fc.pre(given.join(' ').length <= 2000);
        const mission = json([`x ${given.join(' ')}`]).list[0];
        expect(mission.title.length).toBeLessThanOrEqual(28);
        expect(`${mission.goal} `.startsWith(`${mission.title} `)).toBe(true);
      }),
    );
  });

  it.each([
    ['nothing', '', 'm.txt has no missions; write one goal a line, or JSON such as ["Find the port"]'],
    [
      'comments only',
      '# a\n\n',
      'm.txt has no missions; write one goal a line, or JSON such as ["Find the port"]',
    ],
    [
      'an empty array',
      '[]',
      'm.txt has no missions; write one goal a line, or JSON such as ["Find the port"]',
    ],
    [
      'NUL',
      'a\0',
      'm.txt is not text. What is read here: a list of missions, one goal a line, such as Find the port of the staging server (.txt), or JSON such as ["Find the port"]',
    ],
    [
      'a long line',
      `ok\n\n${'x'.repeat(100_000)}`,
      'm.txt, line 3: the goal has 100,000 characters, at most 2,000',
    ],
    [
      'too many lines',
      'x\n'.repeat(100_001),
      'm.txt has more than 100,000 missions; at most 100,000 are read',
    ],
  ])('are refused with %s', (_, content, message) => {
    expect(failure(() => readMissions('m.txt', bytesOf(content)))).toBe(message);
  });

  const goal = 'a';
  it.each([
    [
      'an object',
      {},
      'missions.json is not a list; expected a list of goals, such as ["Find the port"] or [{"goal": "Find the port", "answer": "7421"}]',
    ],
    ['a number', ['a', 7], 'missions.json: mission 2 is 7; expected a goal or {"goal": …}'],
    [
      'a long goal',
      ['a', 'b', { goal: 'x'.repeat(100_000) }],
      'missions.json: mission 3 has 100,000 characters, at most 2,000',
    ],
    ['an empty goal', [' \u200b'], 'missions.json: mission 1 has no goal'],
    ['no goal', [{ title: 'a' }], 'missions.json: mission 1 has no goal'],
    ['a goal of another kind', [{ goal: ['a'] }], 'missions.json: mission 1: goal ["a"] is not text'],
    ['a title of another kind', [{ goal, title: 5 }], 'missions.json: mission 1: title 5 is not text'],
    [
      'an unknown character',
      [{ goal, character: 'hero' }],
      `missions.json: mission 1: character "hero" is unknown; available: ${CHARACTERS.join(', ')}`,
    ],
    [
      'an unknown field',
      [{ goal, charakter: 'digger' }],
      'missions.json: mission 1 has the unknown field "charakter"; known fields: goal, title, character, answer, source',
    ],
    ['too many', Array(100_001).fill('x'), 'missions.json has 100,001 missions; at most 100,000 are read'],
  ])('are refused with %s in JSON', (_, value, message) => {
    expect(failure(() => json(value))).toBe(message);
  });

  it('are refused when they are not JSON, not Unicode or too large', () => {
    const reads = (bytes: Uint8Array) => failure(() => readMissions('m.json', bytes));
    expect(reads(bytesOf('["a"'))).toBe(
      'm.json is not JSON at line 1, column 5; expected a list of goals, such as ["Find the port"] or [{"goal": "Find the port", "answer": "7421"}]',
    );
    expect(reads(Uint8Array.of(0x5b, 0xff))).toContain('m.json, line 1: the letters of "[ÿ" cannot');
    expect(reads(new Uint8Array(50_000_001))).toBe('m.json is 50.0 MB; at most 50 MB are read');
  });
});
