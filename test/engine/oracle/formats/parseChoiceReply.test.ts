import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHOICES } from '../../../../src/engine/models/social/asking/socialQuestion.ts';
import { parseChoiceReply } from '../../../../src/engine/oracle/formats/parseChoiceReply.ts';
import { cpuTime } from '../../../cpuTime.ts';
import { OPTIONS } from '../../answerFormats/question.ts';

const read = (raw: string) => parseChoiceReply(OPTIONS, raw);

describe('the option that an answer names', () => {
  it.each([
    ['{"next_state": "engaging_like", "action": "like"}', { option: 1 }],
    ['{"action": "reply"}', { option: 2 }],
    [' \n{"next_state":"composing","action":"reshare"}\n', { option: 3 }],
    ['```json\n{"next_state": "scrolling", "action": "ignore"}\n```', { option: 0 }],
    ['{"action": "reply", "text": "  So\\n it is. "}', { option: 2, text: 'So it is.' }],
    ['{"action": "like", "text": "unasked"}', { option: 1 }],
    ['{"action": "reply", "text": ""}', { option: 2 }],
    ['{"action": "reply", "text": 7}', { option: 2 }],
    ['{"action": "reply", "text": "a \\"action\\": b"}', { option: 2, text: 'a "action": b' }],
  ])('is found in the requested form: %s', (raw, answer) => {
    expect(read(raw)).toEqual(answer);
  });

  it.each([
    ['{"next_state": "composing"}', 2],
    ['{"next_state": "engaging_like"}', 1],
    ['{"next_state": "SCROLLING"}', 0],
    ['{"Action": "x", "decision": "like"}', 1],
    ['I would say {"action": "like"}, because it is true.', 1],
    ['<think>{"action": "reply"}</think>{"action": "like"}', 1],
    ["{'action': 'like'}", 1],
    ['{"action": "like"', 1],
    ['{"mood": "bored"} {"action": "ignore"}', 0],
    ['like', 1],
    ['"Reshare."', 3],
    ['**composing**', 2],
  ])('is found however a model wraps or breaks it: %s', (raw, option) => {
    expect(read(raw)).toEqual({ option });
  });

  it.each([
    ['{"action": "comment", "text": "So it is."}', { option: 2, text: 'So it is.' }],
    ['{"action": "Repost"}', { option: 3 }],
    ['scroll on', { option: 0 }],
    ['{"action": "upvote", "next_state": "engaging_like"}', { option: 1 }],
  ])('is found by other words for it: %s', (raw, answer) => {
    expect(parseChoiceReply(CHOICES, raw)).toEqual(answer);
  });

  it.each([
    ['{"next_state": "scrolling", "action": "like"}', 'next_state contradicts action'],
    ['{"next_state": "dancing", "action": "like"}', 'next_state contradicts action'],
    ['{"next_state": "composing", "action": "dance"}', 'option outside the set'],
    ['{"next_state": "dancing"}', 'option outside the set'],
    ['{"action": "__proto__"}', 'option outside the set'],
    ['{"action": 1}', 'the answer names no action'],
    ['{"action": "like", "action": "reply"}', 'the answer names its action twice'],
    ['I would not like this at all.', 'no JSON object in it'],
    ['', 'no JSON object in it'],
    ['null', 'no JSON object in it'],
    [`${'{'.repeat(100_000)}`, 'brackets more than 64 deep'],
  ])('is not guessed, and the reason is given: %.60s', (raw, reason) => {
    expect(read(raw)).toEqual({ reason });
  });

  it.each([
    ['blanks in a fence', `\`\`\`${' '.repeat(200_000)}x`],
    ['an open fence', `\`\`\`json${'\n'.repeat(200_000)}`],
    ['a long open text', `{"action": "${'a'.repeat(200_000)}`],
    ['many quotes', '"'.repeat(200_000)],
    ['many colons', `{${'":'.repeat(100_000)}}`],
    ['many keys', `{${Array.from({ length: 20_000 }, (_, i) => `"k${i}": "v"`).join()}}`],
    ['many backslashes', `{"action": "${'\\\\'.repeat(100_000)}"}`],
  ])('is found in time linear in the length of the answer: %s', (_, raw) => {
    expect(cpuTime(() => expect(read(raw)).toHaveProperty('reason'))).toBeLessThan(3000);
  });

  it('is one of the options, and nothing throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), raw => {
        const answer = read(raw);
        expect('reason' in answer || (answer.option >= 0 && answer.option < OPTIONS.length)).toBe(true);
      }),
    );
  });

  it('has a text of one line without invisible marks, at most 280 long', () => {
    const text = `\u202Eabc\u0000\u200B ${'😀'.repeat(300)}`;
    const answer = read(JSON.stringify({ action: 'reply', text }));
    const said = 'text' in answer ? (answer.text ?? '') : '';
    expect(said.startsWith('abc 😀')).toBe(true);
    expect(said.length).toBeLessThanOrEqual(280);
    expect(() => encodeURIComponent(said)).not.toThrow();
  });
});
