import { describe, expect, it } from 'vitest';
import { isSecret, withoutSecrets } from '../../src/engine/secrets.ts';

describe('what a message repeats', () => {
  it.each([
    ['pwd=hunter2', 'pwd=…'],
    ['http://gpu/?api_key=abc123&x=1', 'http://gpu/?api_key=…&x=1'],
    ['bearer=abcdef', 'bearer=…'],
    ['Bearer abcdefghijklmnop', 'Bearer …'],
    ['12:password:hunter2', '12:password:…'],
    ['sk-proj-abcdefgh', '…'],
    ['http://gpu/sk-abcdefgh/v1', 'http://gpu/…'],
    ['hf_abcdefghij and ghp_abcdefghij', '… and …'],
    ['eyJhbGciOi.eyJzdWIi.c2ln', '…'],
    ['http://me:secret@gpu', 'http://…@gpu'],
    ['http://me:se/cr@et@gpu:1', 'http://…@gpu:1'],
    ['me:secret@gpu', '…@gpu'],
    ['http://a@b,http://c:d@e', 'http://…@b,http://…@e'],
  ])('has no secret: %s', (text, expected) => {
    expect(withoutSecrets(text)).toBe(expected);
  });

  it.each([
    'http://localhost:11434/v1',
    'tokens=abc in the address: must be a number',
    'round_tokens=x',
    'oracle_model=sketch-7b',
    'seed=abc',
    'author of the passage',
    'change=12:activity:x',
  ])('is otherwise as it was: %s', text => {
    expect(withoutSecrets(text)).toBe(text);
  });

  it.each(['pwd', 'bearer', 'api-key', 'OPENAI_API_KEY', 'access_token', 'passphrase', 'jwt', 'auth'])(
    'knows the name %s',
    name => {
      expect(isSecret(name)).toBe(true);
    },
  );

  it.each(['activity', 'warm_up', 'compass', 'passage'])('has nothing against the name %s', name => {
    expect(isSecret(name)).toBe(false);
  });
});
