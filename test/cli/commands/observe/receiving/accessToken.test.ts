import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import {
  checkAccessToken,
  hasAccessToken,
} from '../../../../../src/cli/commands/observe/receiving/accessToken.ts';

const TOKEN = '0123456789abcdef';

it.each([
  ['', '--token is empty; is the variable that holds it set?'],
  ['   \t', '--token is empty'],
  ['short', '--token has 5 signs, needs at least 16'],
  [`${TOKEN} ${TOKEN}`, '--token has blanks'],
  [`${TOKEN}é`, 'ASCII without blanks'],
])('%j is refused as a token', (token, message) => {
  expect(() => checkAccessToken(token)).toThrow(message);
});

it('takes a token of enough signs, and compares all of it', () => {
  expect(checkAccessToken(TOKEN)).toBe(TOKEN);
  const ask = (authorization: string | undefined, url = '/') =>
    hasAccessToken({ headers: { authorization }, url } as IncomingMessage, TOKEN);
  expect(ask(`Bearer ${TOKEN}`)).toBe(true);
  expect(ask(undefined, `/?token=${TOKEN}`)).toBe(true);
  for (const other of [undefined, 'Bearer', `Bearer ${TOKEN}0`, `Bearer ${TOKEN.slice(1)}`, TOKEN, 'Bearer '])
    expect(ask(other)).toBe(false);
});
