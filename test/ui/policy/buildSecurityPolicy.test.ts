import { expect, it } from 'vitest';
import { isOriginAllowed, listAllowedHosts } from '../../../src/ui/policy/allowedOrigins.ts';
import { buildDocumentPolicy, buildSecurityPolicy } from '../../../src/ui/policy/buildSecurityPolicy.ts';

const directives = (policy: string) =>
  new Map(policy.split('; ').map(part => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]));

it('the policy of a load names its own host, the chosen ones and the nonce', () => {
  const policy = directives(buildSecurityPolicy(['http://a:1', 'https://*.hf.co'], 'abc='));
  expect(policy.get('default-src')).toBe("'none'");
  expect(policy.get('connect-src')).toBe("'self' http://a:1 https://*.hf.co");
  expect(policy.get('style-src')).toBe("'self' 'nonce-abc='");
  expect(policy.get('script-src')).toBe("'self' 'wasm-unsafe-eval'");
  expect(directives(buildSecurityPolicy([], 'x')).get('connect-src')).toBe("'self'");
});

it('the policy in the document allows only what is unknown before the first script', () => {
  const page = directives(buildSecurityPolicy([], 'x'));
  const document = directives(buildDocumentPolicy());
  expect([...document.keys()].sort()).toEqual([...page.keys()].sort());
  const open = [...page].filter(([name, value]) => document.get(name) !== value).map(([name]) => name);
  expect(open.sort()).toEqual(['connect-src', 'style-src']);
});

it('the policy is empty where the page is developed and tested', () => {
  expect(listAllowedHosts()).toEqual([]);
  expect(isOriginAllowed('http://anywhere.example')).toBe(true);
});
