import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import {
  buildJsonAnswerSchema,
  buildJsonPrompt,
  buildSharesPrompt,
  buildSharesSchema,
  parseSharesAnswer,
} from '../../../../src/engine/oracle/formats/jsonAnswer.ts';
import { OPTIONS, question } from '../../answerFormats/question.ts';

describe('an answer in JSON', () => {
  it('is held to a schema that allows the legal options only', () => {
    const validate = new Ajv2020({ strict: true }).compile(buildJsonAnswerSchema(OPTIONS.slice(0, 2), false));
    expect(validate({ next_state: 'scrolling', action: 'ignore' })).toBe(true);
    expect(validate({ next_state: 'composing', action: 'reply' })).toBe(false);
    expect(validate({ next_state: 'scrolling', action: 'ignore', text: '' })).toBe(false);
    expect(Object.keys(buildJsonAnswerSchema(OPTIONS, true).properties as object)).toEqual([
      'next_state',
      'action',
      'text',
    ]);
  });

  it('is requested with the options in words', () => {
    const { system, user } = buildJsonPrompt(question(), false);
    expect(system).toContain('composing/reply: reply to it\n');
    expect(system).not.toContain('text');
    expect(buildJsonPrompt(question(), true).system).toContain('"text": …');
    expect(user).toBe('Person: one.\nPost: "two"');
  });
});

describe('shares of a whole kind', () => {
  const shares = (raw: object | string) =>
    parseSharesAnswer(OPTIONS, typeof raw === 'string' ? raw : JSON.stringify(raw));

  it('become probabilities, whatever their sum', () => {
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

  it('are requested option by option', () => {
    expect(buildSharesPrompt(question()).system).toContain('Of 100 such people');
    expect((buildSharesSchema(OPTIONS) as { required: string[] }).required).toEqual(
      OPTIONS.map(o => o.action),
    );
  });
});
