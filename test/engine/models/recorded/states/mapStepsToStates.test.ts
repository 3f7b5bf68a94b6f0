import { describe, expect, it } from 'vitest';
import { mapStepsToStates } from '../../../../../src/engine/models/recorded/states/mapStepsToStates.ts';
import { aCase, step } from '../cases.ts';

const calls = (...tools: string[]) => [
  aCase(
    'a',
    tools.map(tool => step(tool)),
  ),
];
const file = (value: unknown) => ({
  name: 'map.json',
  text: typeof value === 'string' ? value : JSON.stringify(value),
});
const many = Array.from({ length: 9 }, (_, i) => `get_${i}`);

describe('the states of recorded steps', () => {
  it.each([
    ['as the traces say, where they say it', [aCase('a', [step('x', { state: 'S' })])], ['S']],
    ['the tools, where they are few', calls('find', 'book'), ['find', 'book']],
    [
      'what the names of many tools begin with',
      calls(...many, 'cancel'),
      [...many.map(() => 'LOOKUP'), 'ACT'],
    ],
    [
      'what a shell is asked to do',
      [aCase('a', [step('bash', { args: 'cd /x && grep y' }), step('bash', { args: 'git diff' })])],
      ['SEARCH', 'VCS'],
    ],
  ])('are %s', (_, cases, states) => {
    expect(mapStepsToStates(cases, null).prepared[0].states).toEqual(states);
  });

  it('are decided by the first rule that fits, and steps that a rule leaves out have none', () => {
    const rules = [
      { on: 'tool', match: '^f', state: 'F' },
      { on: 'tool', match: '^noise$', state: null },
    ];
    const mapping = { name: 'mine', rules, otherwise: 'tool' };
    const { prepared, words } = mapStepsToStates(calls('find', 'noise', 'book'), file(mapping));
    expect(prepared[0]).toMatchObject({ states: ['F', 'book'], places: [0, 2] });
    expect(words).toBe('by your own rules');
  });

  it('are 24 at most: the rarest are merged, and their number is reported', () => {
    const tools = Array.from({ length: 40 }, (_, i) => `t${String(i).padStart(2, '0')}`);
    const { prepared, words } = mapStepsToStates(
      calls(...tools, ...tools.slice(0, 23)),
      file({ preset: 'tool' }),
    );
    expect(new Set(prepared[0].states).size).toBe(24);
    expect(prepared[0].states.filter(state => state === 'other')).toHaveLength(17);
    expect(words).toBe('each tool a state; the 17 rarest are one, “other”');
  });

  it.each([
    ['{', 'map.json is not JSON'],
    [[], 'map.json: mapping'],
    [{ preset: 'nope' }, 'map.json: preset "nope" is unknown; there are source, tool'],
    [{ preset: '__proto__' }, 'is unknown'],
    [
      { name: 'm', rules: [{ on: 'tool', match: '(', state: 'A' }], otherwise: 'tool' },
      'is not a regular expression',
    ],
    [
      { name: 'm', rules: [{ on: 'tool', match: '(?=(a+)+b)a', state: 'A' }], otherwise: 'tool' },
      'may take for ever',
    ],
  ])('are not defined by %j', (value, words) => {
    expect(() => mapStepsToStates(calls('a'), file(value))).toThrow(words);
  });
});
