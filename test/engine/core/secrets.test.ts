import { describe, expect, it } from 'vitest';
import { isSecretName, redactSecrets } from '../../../src/engine/core/secrets.ts';
import { cpuTime } from '../../cpuTime.ts';

describe('text that a message repeats', () => {
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
    ['pwd="hunter2"', 'pwd="…"'],
    ["pwd='hunter 2' x", "pwd='…' x"],
    ['{"pwd":"x y","seed":1}', '{"pwd":"…","seed":1}'],
    [String.raw`{\"pwd\": \"x\"}`, String.raw`{\"pwd\": \"…\"}`],
    [String.raw`{"pwd":"a\"b","x":1}`, '{"pwd":"…","x":1}'],
    ['pwd=;x', 'pwd=…'],
    ['pwd=a;b,c"d', 'pwd=…'],
    ['pwd = hunter2', 'pwd = …'],
    ['run --password hunter2 --rounds 3', 'run --password … --rounds 3'],
    ['--api-key "a b" -x', '--api-key "…" -x'],
    ['authorization: Basic dXNlcjpwYXNz', 'authorization: …'],
    ['Authorization: Bearer abc', 'Authorization: …'],
    ['http://u:pa,ss@host', 'http://…@host'],
    ['http://u:p,a@b, https://c:d@e', 'http://…@b, https://…@e'],
    ['http://a@b,http://c:d@e', 'http://…@b,http://…@e'],
  ])('contains no secret: %s', (text, expected) => {
    expect(redactSecrets(text)).toBe(expected);
  });

  it.each([
    'http://localhost:11434/v1',
    'tokens=abc in the address: must be a number',
    'round_tokens=x',
    'oracle_model=sketch-7b',
    'seed=abc',
    'author of the passage',
    'author=Hume',
    '--tokens 300 --round-tokens 20',
    'keyboard: qwerty',
    'change=12:activity:x',
  ])('is otherwise unchanged: %s', text => {
    expect(redactSecrets(text)).toBe(text);
  });

  it.each([
    'pwd',
    'bearer',
    'api-key',
    'OPENAI_API_KEY',
    'access_token',
    'passphrase',
    'jwt',
    'auth',
    'authorization',
    'authorisation',
    'oauth',
    'apikey',
    'keys',
  ])('masks the value of the name %s', name => {
    expect(isSecretName(name)).toBe(true);
  });

  it.each([
    'activity',
    'warm_up',
    'compass',
    'passage',
    'author',
    'authority',
    'keyboard',
    'keyword',
    'monkey',
    'secretary',
  ])('leaves the name %s alone', name => {
    expect(isSecretName(name)).toBe(false);
  });

  it.each(['"', "pwd='", 'key ', '--key ', 'a@', '//', ',a://', 'key'])(
    'is masked in little time for many %j',
    part => {
      expect(cpuTime(() => redactSecrets(part.repeat(4_000)))).toBeLessThan(500);
    },
  );
});
