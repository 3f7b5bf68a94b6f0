import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/engine/core/errors.ts';
import { isLocalNetworkUrl, isLoopbackUrl, requireServerUrls } from '../../../src/oracles/http/urls.ts';

describe('server addresses', () => {
  it.each([
    ['localhost:11434', ['http://localhost:11434']],
    ['http://localhost:11434/', ['http://localhost:11434']],
    ['https://api.example.com/v1/', ['https://api.example.com']],
    ['http://a/api', ['http://a']],
    ['http://a/proxy/v1', ['http://a/proxy']],
    ['HTTP://A:80//', ['http://a']],
    [' a:1 , b:2,, a:1/v1 ', ['http://a:1', 'http://b:2']],
    ['[::1]:8080', ['http://[::1]:8080']],
  ])('are read: %s', (text, urls) => {
    expect(requireServerUrls(text)).toEqual(urls);
  });

  it.each([
    ['', 'no server address'],
    [' , ', 'no server address'],
    ['ftp://a', '"ftp://a"'],
    ['file:///etc/passwd', '"file:///etc/passwd"'],
    ['javascript:alert(1)', '"javascript:alert(1)"'],
    ['http://a?x=1', '"http://a?x=1"'],
    ['http://a#', '"http://a#"'],
    ['http://a b', '"http://a b"'],
    ['http://', '"http://"'],
    ['https://*.example.org', '"https://*.example.org"'],
    [Array.from({ length: 17 }, (_, i) => `a:${i}`).join(), '17 addresses'],
  ])('%s are refused by name', (text, named) => {
    expect(() => requireServerUrls(text)).toThrow(InputError);
    expect(() => requireServerUrls(text)).toThrow(named);
  });

  it('with a password are refused without quoting it', () => {
    for (const text of [
      'http://me:hush@a',
      'me:hush@a:1',
      'http://hush@a',
      'http://b,http://me:x,hush@a',
      'http://me:hush,x@a',
    ])
      expect(() => requireServerUrls(text)).toThrow(
        expect.objectContaining({
          message: expect.not.stringContaining('hush'),
        }),
      );
  });
});

describe('the place of an address', () => {
  it.each([
    ['http://localhost:1', 'loopback'],
    ['http://127.0.0.2', 'loopback'],
    ['http://[::1]', 'loopback'],
    ['http://a.localhost', 'loopback'],
    ['http://192.168.1.2', 'local'],
    ['http://10.0.0.1', 'local'],
    ['http://172.20.0.1', 'local'],
    ['http://172.32.0.1', 'elsewhere'],
    ['http://printer', 'local'],
    ['http://box.local', 'local'],
    ['http://[fd00::1]', 'local'],
    ['https://example.com', 'elsewhere'],
    ['https://fd.example.com', 'elsewhere'],
    ['null', 'elsewhere'],
  ])('%s is %s', (url, where) => {
    expect(isLoopbackUrl(url) ? 'loopback' : isLocalNetworkUrl(url) ? 'local' : 'elsewhere').toBe(where);
  });
});
