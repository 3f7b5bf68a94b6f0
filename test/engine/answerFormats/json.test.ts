import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  jsonPrompt,
  jsonSchema,
  readJson,
  readShares,
  sharesPrompt,
  sharesSchema,
} from '../../../src/engine/answerFormats/json.ts';
import { cpuTime } from '../../cpuTime.ts';
import { OPTIONS, question } from './question.ts';

const read = (raw: string) => readJson(OPTIONS, raw);

describe('an answer in JSON', () => {
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
  ])('%s is read', (raw, answer) => {
    expect(read(raw)).toEqual(answer);
  });

  it.each([
    ['{"next_state": "scrolling", "action": "like"}', 'next_state contradicts action'],
    ['{"next_state": "dancing", "action": "like"}', 'next_state contradicts action'],
    ['{"next_state": "composing", "action": "dance"}', 'option outside the set'],
    ['{"action": "__proto__"}', 'option outside the set'],
    ['{"next_state": "composing"}', 'the answer names no action'],
    ['{"action": 1}', 'the answer names no action'],
    ['{"action": "like", "action": "reply"}', 'not one JSON object'],
    ['{"action": "like"} {"action": "reply"}', 'not one JSON object'],
    ['I would say {"action": "like"}', 'not one JSON object'],
    ['[{"action": "like"}]', 'not one JSON object'],
    ['{"action": "like"', 'not one JSON object'],
    ['null', 'not one JSON object'],
    ['', 'not one JSON object'],
    [`${'['.repeat(100_000)}`, 'not one JSON object'],
  ])('%.60s is not, and the reason is given', (raw, reason) => {
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
  ])('is read in time linear in its length: %s', (_, raw) => {
    expect(cpuTime(() => expect(read(raw)).toHaveProperty('reason'))).toBeLessThan(3000);
  });

  it('never throws, and never leads outside the options', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), raw => {
        const answer = read(raw);
        expect('reason' in answer || (answer.option >= 0 && answer.option < OPTIONS.length)).toBe(true);
      }),
    );
  });

  it('has a text of one line without marks that cannot be seen, at most 280 long', () => {
    const text = `\u202Eabc\u0000\u200B ${'😀'.repeat(300)}`;
    const answer = read(JSON.stringify({ action: 'reply', text }));
    const said = 'text' in answer ? (answer.text ?? '') : '';
    expect(said.startsWith('abc 😀')).toBe(true);
    expect(said.length).toBeLessThanOrEqual(280);
    expect(() => encodeURIComponent(said)).not.toThrow();
  });

  it('is held to a schema that allows the legal options only', () => {
    const validate = new Ajv2020({ strict: true }).compile(jsonSchema(OPTIONS.slice(0, 2), false));
    expect(validate({ next_state: 'scrolling', action: 'ignore' })).toBe(true);
    expect(validate({ next_state: 'composing', action: 'reply' })).toBe(false);
    expect(validate({ next_state: 'scrolling', action: 'ignore', text: '' })).toBe(false);
    expect(Object.keys(jsonSchema(OPTIONS, true).properties as object)).toEqual([
      'next_state',
      'action',
      'text',
    ]);
  });

  it('is asked for with the options in words', () => {
    const { system, user } = jsonPrompt(question(), false);
    expect(system).toContain('composing/reply: reply to it\n');
    expect(system).not.toContain('text');
    expect(jsonPrompt(question(), true).system).toContain('"text": …');
    expect(user).toBe('Person: one.\nPost: "two"');
  });
});

describe('shares of a whole kind', () => {
  const shares = (raw: object | string) =>
    readShares(OPTIONS, typeof raw === 'string' ? raw : JSON.stringify(raw));

  it('become probabilities, whatever they sum to', () => {
    expect(shares({ ignore: 80, like: 20, reply: 0, reshare: 0 })).toEqual({
      probabilities: [0.8, 0.2, 0, 0],
    });
    expect(shares({ ignore: 1, like: 1, reply: 1, reshare: 1 })).toEqual({
      probabilities: [0.25, 0.25, 0.25, 0.25],
    });
  });

  it.each([
    [{ ignore: 80, like: 20, reply: 0 }, 'missing'],
    [{ ignore: -1, like: 20, reply: 0, reshare: 0 }, 'missing'],
    [{ ignore: '80', like: 20, reply: 0, reshare: 0 }, 'missing'],
    ['{"ignore": 1e999, "like": 1, "reply": 0, "reshare": 0}', 'missing'],
    [{ ignore: 0, like: 0, reply: 0, reshare: 0 }, 'no probability'],
    ['most would ignore it', 'not one JSON object'],
  ])('%j cannot be used, and the reason is given', (raw, reason) => {
    expect(shares(raw)).toEqual({ reason: expect.stringContaining(reason) });
  });

  it('are asked for option by option', () => {
    expect(sharesPrompt(question()).system).toContain('Of 100 such people');
    expect((sharesSchema(OPTIONS) as { required: string[] }).required).toEqual(OPTIONS.map(o => o.action));
  });
});
