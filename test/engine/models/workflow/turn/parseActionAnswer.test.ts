import { describe, expect, it } from 'vitest';
import {
  parseActionAnswer,
  parseChoiceAnswer,
  readStepAction,
  readTransitionChoice,
} from '../../../../../src/engine/models/workflow/turn/parseActionAnswer.ts';
import { MARKET_ACTIONS } from '../../../../../src/engine/models/workflow/workflowTerms.ts';
import { cpuTime } from '../../../../cpuTime.ts';
import { action, LATE, said } from '../playing.ts';

const MAKE = '{"action": "make", "note": "a glossary"}';

describe('an action', () => {
  it.each(MARKET_ACTIONS)('%s is read from its object, without repair', name => {
    expect(readStepAction(action(name, 'why'))).toEqual({ action: name, note: 'why', mended: [] });
  });

  it.each<readonly [string, string, readonly string[]]>([
    ['in prose', `I will do this: ${MAKE} Fine.`, ['taken out of what stood around it']],
    ['in a fence', `\`\`\`json\n${MAKE}\n\`\`\``, ['taken out of a fence']],
    ['after thoughts', `<think>{"action": "ship"}? No.</think>${MAKE}`, []],
    ['without its quotation marks', '{action: make, note: a glossary}', ['its JSON was repaired']],
    ['cut off', MAKE.slice(0, -2), ['its JSON was repaired']],
    [
      'as the first object that names one',
      `{"plan": 1} ${MAKE}`,
      ['taken out of what stood around it', 'object 2 of 2'],
    ],
    [
      'after one that is none',
      `{"action": "dance"} ${MAKE}`,
      ['taken out of what stood around it', 'object 2 of 2'],
    ],
  ])('%s is read, and the repair is noted', (_, text, mended) => {
    expect(readStepAction(text)).toEqual({ action: 'make', note: 'a glossary', mended });
  });

  it.each(['make', 'Make.', '"make"', '**make**', '`make`', ' MAKE!\n', '“make”'])(
    'that is one bare word is read: %s',
    text => {
      expect(readStepAction(text)).toEqual({
        action: 'make',
        note: '',
        mended: ['one word instead of an object'],
      });
    },
  );

  it.each([
    ['{"action": "dance"}', 'there is no action “dance”'],
    ['{"act": "make"}', 'its object names no action'],
    ['{"action": 7}', 'its object names no action'],
    ['{"__proto__": {"action": "make"}}', 'its object names no action'],
    ['I would make something.', 'no JSON object in it'],
    ['make it', 'no JSON object in it'],
    ['', 'no JSON object in it'],
    ['['.repeat(9), 'no JSON object in it'],
  ])('that cannot be read gives the reason: %s', (text, reason) => {
    expect(readStepAction(text)).toEqual({ reason });
  });

  it('that is too deep is reported as such', () => {
    const text = `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`;
    expect(readStepAction(text)).toEqual({ reason: 'brackets more than 64 deep' });
  });

  it('is read in capitals', () => {
    expect(readStepAction('{"action": " MAKE "}')).toMatchObject({ action: 'make' });
  });

  it('has its note in one line, at most 200 long, and only if it is a text', () => {
    expect(readStepAction(action('think', 'a\nb\u202e'))).toMatchObject({ note: 'a b' });
    const { note } = readStepAction(action('think', 'x'.repeat(1000))) as { note: string };
    expect(note).toHaveLength(200);
    expect(readStepAction('{"action": "think", "note": [1]}')).toMatchObject({ note: '' });
  });
});

describe('a choice', () => {
  const keys = ['continue', 'pivot', 'ship'];
  const exact = (key: string) => ({ key, match: 'exact' });
  const mentioned = (key: string) => ({ key, match: 'mentioned' });

  it.each([
    'pivot',
    'Pivot',
    ' PIVOT \n',
    'pivot.',
    '"pivot"',
    '“Pivot”',
    '**pivot**',
    '`pivot`',
    '(pivot)',
    '{"choice": "pivot"}',
    '```json\n{"choice": "PIVOT"}\n```',
    '<think>Shall I ship?</think>pivot',
    'Because. {"choice": "pivot"} Or ship.',
  ])('is exact where the answer is the key: %s', text => {
    expect(readTransitionChoice(text, keys)).toEqual(exact('pivot'));
  });

  it.each([
    ['Let us ship now.', 'ship'],
    ['I will not pivot but continue.', 'pivot'],
    ['B) PIVOT - try something different', 'pivot'],
    ['We ship, not pivot', 'ship'],
    ['to-ship', 'ship'],
    ['{"choice": "let us ship"}', 'ship'],
  ])('is the key that is mentioned first: %s', (text, key) => {
    expect(readTransitionChoice(text, keys)).toEqual(mentioned(key));
  });

  it.each(['shipping', 'I continued', 'worship', 'ship_it', 'ship2', 'éship', '', 'yes'])(
    'does not exist where no key stands as a whole word: %s',
    text => {
      expect(readTransitionChoice(text, keys)).toEqual({
        reason: 'it mentions none of continue, pivot, ship',
      });
    },
  );

  it('of two keys that begin at one place is the longer one', () => {
    const both = ['go', 'go on', 'go on and on'];
    expect(readTransitionChoice('We go on then', both)).toEqual(mentioned('go on'));
    expect(readTransitionChoice('We go on and on', [...both].reverse())).toEqual(mentioned('go on and on'));
    expect(readTransitionChoice('We go.', both)).toEqual(mentioned('go'));
    expect(readTransitionChoice('We go onwards', both)).toEqual(mentioned('go'));
  });

  it('gives the key as the map has it', () => {
    for (const said of ['weiter machen', 'WEITER MACHEN', 'Also: weiter machen!'])
      expect(readTransitionChoice(said, ['Weiter Machen', 'Halt'])).toMatchObject({ key: 'Weiter Machen' });
  });

  it.each([
    ['größer', 'Größer', 'exact'],
    ['mach es größer bitte', 'Größer', 'mentioned'],
    ['vergrößern', null, null],
    ['我们应该 继续 吧', '继续', 'mentioned'],
    ['我们继续吧', null, null],
    ['🚀', '🚀', 'exact'],
    ['go 🚀 now', '🚀', 'mentioned'],
    ['A/B', 'a/b', 'exact'],
    ['it is c++ then', 'C++', 'mentioned'],
  ])('is recognised beyond ASCII: %s', (text, key, match) => {
    const read = readTransitionChoice(text, ['Größer', '继续', '🚀', 'a/b', 'C++']);
    expect('key' in read ? [read.key, read.match] : [null, null]).toEqual([key, match]);
  });

  it('is recognised quickly in a long answer', () => {
    const words = Array.from({ length: 200 }, (_, i) => `key number ${i}`);
    const heard = () =>
      expect('reason' in readTransitionChoice('key number '.repeat(9_000), words)).toBe(true);
    expect(cpuTime(heard)).toBeLessThan(5_000);
  });
});

describe('an answer', () => {
  it.each([
    ['late', LATE, 'unanswered', 'no answer came in time'],
    ['an outage', { kind: 'unusable', reason: '500' } as const, 'unanswered', '500'],
    [
      'said but empty',
      { kind: 'unusable', reason: 'an empty answer', said: true } as const,
      'unreadable',
      'an empty answer',
    ],
    [
      'of another kind',
      { kind: 'chosen', option: 0, source: 'policy' } as const,
      'unreadable',
      'a choice where a text was asked for',
    ],
  ])('that is %s fails the same for an action and a choice', (_, answer, failure, reason) => {
    for (const parsed of [parseActionAnswer(answer), parseChoiceAnswer(answer, ['a'])])
      expect(parsed).toEqual({ failure, said: null, reason });
  });

  it('that cannot be read is saved, as unreadable for an action and unmapped for a choice', () => {
    expect(parseActionAnswer(said('hm'))).toMatchObject({ failure: 'unreadable', said: 'hm' });
    expect(parseChoiceAnswer(said('hm'), ['a'])).toMatchObject({ failure: 'unmapped', said: 'hm' });
  });
});
