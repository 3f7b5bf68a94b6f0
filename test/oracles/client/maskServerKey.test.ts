import { describe, expect, it } from 'vitest';
import { cleanTextLine } from '../../../src/engine/core/cleanTextLine.ts';
import type { RemoteKind } from '../../../src/engine/oracle/servers/getServerKind.ts';
import { createSystemEnvironment } from '../../../src/oracles/client/environment.ts';
import { maskServerKey } from '../../../src/oracles/client/http.ts';
import { ModelOracle } from '../../../src/oracles/model/modelOracle.ts';
import { cpuTime } from '../../cpuTime.ts';
import { type Heard, serve } from '../served.ts';
import { choice, completion, setupOf } from '../world.ts';

const KEY = 'sk-1234/56"78\\9x';
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const unicode = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
/** How a server may write the key into a string of its JSON. */
const DISGUISES: Readonly<Record<string, string>> = {
  'as it is': inJson(KEY),
  'with a slash escaped': inJson(KEY).replaceAll('/', '\\/'),
  'one letter as its number': inJson(KEY).replace('s', unicode),
  'all letters as their numbers': [...KEY].map(unicode).join(''),
  'with large digits': [...KEY].map(letter => unicode(letter).toUpperCase().replace('U', 'u')).join(''),
  'in JSON inside JSON': inJson(JSON.stringify({ key: KEY })),
  'in numbers inside JSON': inJson(`{"key":"${[...KEY].map(unicode).join('')}"}`),
  'with invisible marks between': [...KEY].map(letter => inJson(`${letter}\u200b\u0007`)).join(''),
  'with short escapes between': [...KEY].map(letter => inJson(`${letter}\b\f\n\r\t`)).join(''),
  'with short escapes inside JSON': inJson(JSON.stringify({ key: [...KEY].join('\n') })),
  'with fillers and variants between': [...KEY]
    .map(letter => inJson(`${letter}\u2028\u3164\uffa0\u2800\ufe0f\u00ad\u{e0041}`))
    .join(''),
};

/** All texts of a value, decoded as often as they can be. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.entries(value).flat().flatMap(textsOf);
  if (typeof value !== 'string') return [];
  try {
    return [value, ...textsOf(typeof JSON.parse(value) === 'string' ? '' : JSON.parse(value))];
  } catch {
    return [
      value,
      value.replace(/\\u([0-9a-f]{4})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16))),
    ];
  }
}
const holdsKey = (value: unknown) =>
  textsOf(value).some(text =>
    [text, cleanTextLine(text, 1e6), text.replace(/[^!-~]/g, '')].some(shown => shown.includes(KEY)),
  );

/** A server that says a text in each field that is read, and in some that are not. */
function echo(said: string, status: number) {
  const call = `"message": {"role": "${said}", "content": "${said}", "thinking": "${said}"}`;
  const tokens = `[{"token": "${said}", "logprob": -1, "top_logprobs": [{"token": "${said}", "logprob": -1}]}]`;
  const replies: Readonly<Record<string, string>> = {
    '/api/tags': `{"models": [{"name": "m", "digest": "${said}"}, {"name": "${said}", "digest": "x"}]}`,
    '/api/version': `{"version": "${said}"}`,
    '/api/show': `{"capabilities": ["${said}"]}`,
    '/v1/models': `{"server": "${said}", "data": [{"id": "m"}, {"id": "${said}"}]}`,
    '/api/chat': `{"model": "${said}", ${call}, "logprobs": ${tokens}, "done_reason": "${said}"}`,
    '/v1/chat/completions': `{"id": "${said}", "choices": [{${call}, "logprobs": {"content": ${tokens}}}]}`,
  };
  return serve(({ path }: Heard, response) => {
    const isChat = path.includes('chat');
    response.writeHead(isChat ? status : 200, { 'x-request': 'x' });
    response.end(isChat && status !== 200 ? `{"error": {"message": "${said}"}}` : replies[path]);
  });
}

describe('a key that a server echoes', () => {
  it.each(Object.entries(DISGUISES))('is masked in a text, %s', (_how, said) => {
    const server = { url: 'http://a', key: KEY, model: 'm' };
    const text = maskServerKey(`{"before": "${said}", "after": "${said} öä"}`, server);
    expect(holdsKey(text)).toBe(false);
    expect(Object.keys(JSON.parse(text))).toEqual(['before', 'after']);
    expect(text).toContain('•••');
  });

  it.each(['{"a": "sk-1234", "b": "\\u0073k-1234"}', 'sk-1234/56\u200b"7', '😀\\ud83d\\ude00\\\\'])(
    'is the only text that is masked: %s',
    text => {
      expect(maskServerKey(text, { url: 'http://a', key: KEY, model: 'm' })).toBe(text);
    },
  );

  it.each(['\\n', '\\\\n', '\n'])(
    'is masked where it contains a backslash and a letter, next to %j',
    between => {
      const key = 'sk-\\new\\table';
      const text = `${JSON.stringify({ key })} ${key} ${[...'sk-new'].join(between)}`;
      expect(maskServerKey(text, { url: 'http://a', key, model: 'm' })).not.toMatch(/\\\\?new|table/);
    },
  );

  it('is masked in little time, however it is hidden', () => {
    const server = { url: 'http://a', key: `${'s'.repeat(40)}x`, model: 'm' };
    expect(cpuTime(() => maskServerKey('\\u0073'.repeat(43_000), server))).toBeLessThan(1000);
    expect(cpuTime(() => maskServerKey('\\'.repeat(200_000), server))).toBeLessThan(1000);
  });

  it.each(
    Object.keys(DISGUISES).flatMap(how =>
      (['ollama', 'openai'] as const).flatMap(kind =>
        [200, 400, 401].map(status => [how, kind, status] as const),
      ),
    ),
  )('is in nothing that is saved or shown: %s, %s, status %i', async (how, kind: RemoteKind, status) => {
    const { url } = await echo(DISGUISES[how]!, status);
    const oracle = new ModelOracle({
      setup: setupOf([url], { kind, form: 'auto', model: 'm' }),
      key: () => KEY,
      policy: () => ({ kind: 'chosen', option: 0, source: 'policy' }),
      template: form => ({ system: form, user: '' }),
      environment: createSystemEnvironment(),
    });
    const signal = new AbortController().signal;
    const told: unknown[] = [];
    for (const question of [choice(0), completion(1)])
      told.push(await oracle.ask([question], signal).catch(error => error.message));
    told.push(oracle.record, oracle.report(), oracle.reports, oracle.trouble);
    expect(holdsKey(told)).toBe(false);
    if (status === 200) expect(JSON.stringify(oracle.record)).toContain('•••');
  });
});
