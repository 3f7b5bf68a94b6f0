import { describe, expect, it } from 'vitest';
import { addHosts, isOriginCovered } from '../../../src/ui/policy/allowedOrigins.ts';
import {
  collectOrigins,
  isHostOrPattern,
  MAX_ALLOWED_HOSTS,
  readHosts,
} from '../../../src/ui/policy/hosts.ts';

describe('a host that a policy may name', () => {
  it.each([
    'http://127.0.0.1:8111',
    'http://localhost:11434',
    'https://models.example.org',
    'https://*.hf.co',
    'https://*.xethub.hf.co',
  ])('is %s', host => expect(isHostOrPattern(host)).toBe(true));

  it.each([
    '',
    '*',
    'https://*',
    'https://*.co',
    'http://*.hf.co',
    'https://a.*.co',
    'http://a.org/',
    'http://a.org/v1',
    'http://user@a.org',
    'http://A.org',
    'http://a.org:80',
    'http://a.org:99999',
    "http://a.org 'unsafe-inline'",
    'http://a.org;script-src',
    'http://a.org,b.org',
    'ws://a.org',
    'blob:',
    "'self'",
    'http://[::1]:8080',
  ])('is not %j', host => expect(isHostOrPattern(host)).toBe(false));
});

describe('hosts', () => {
  it('stay patterns where they are patterns', () => {
    expect(collectOrigins(['https://*.hf.co', 'https://a.org/x'])).toEqual([
      'https://*.hf.co',
      'https://a.org',
    ]);
  });

  it('come from base URLs, each once', () => {
    expect(collectOrigins(['http://a:1/v', 'http://a:1', 'https://b.org:443', 'no url'])).toEqual([
      'http://a:1',
      'https://b.org',
    ]);
  });

  it('cover themselves, and a pattern covers its subdomains', () => {
    const hosts = ['http://a:1', 'https://*.hf.co'];
    const covered = ['http://a:1', 'https://*.hf.co', 'https://cdn.hf.co', 'https://a.b.hf.co'];
    expect(covered.filter(origin => isOriginCovered(hosts, origin))).toEqual(covered);
    expect(
      [
        'http://a:2',
        'https://a:1',
        'https://hf.co',
        'https://.hf.co',
        'http://cdn.hf.co',
        'https://evilhf.co',
      ].map(o => isOriginCovered(hosts, o)),
    ).toEqual([false, false, false, false, false, false]);
  });

  it('are read as far as they are valid', () => {
    expect(readHosts(null)).toEqual([]);
    expect(readHosts('{')).toEqual([]);
    expect(readHosts('"http://a"')).toEqual([]);
    expect(readHosts('["http://a", 3, "http://a/", "http://a", "*", null]')).toEqual(['http://a']);
  });

  it('are saved up to a number, the latest last', () => {
    const many = Array.from({ length: MAX_ALLOWED_HOSTS + 3 }, (_, i) => `http://a:${i + 1}`);
    expect(readHosts(JSON.stringify(many))).toEqual(many.slice(3));
    expect(addHosts(many.slice(0, MAX_ALLOWED_HOSTS), ['http://b', 'no host'])).toEqual([
      ...many.slice(1, MAX_ALLOWED_HOSTS),
      'http://b',
    ]);
    expect(addHosts(['http://a', 'http://b'], ['http://a'])).toEqual(['http://b', 'http://a']);
  });
});
