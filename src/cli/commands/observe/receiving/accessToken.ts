import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { InputError } from '../../../../engine/core/errors.ts';

/** Signs of a token: fewer can be tried one after the other. */
const MIN_TOKEN_LENGTH = 16;

/**
 * A token as it was given to the command.
 * @throws InputError for one that is empty, as of a variable that is not set, too short, or not what a header can carry
 */
export function checkAccessToken(token: string): string {
  if (token.trim() === '') throw new InputError('--token is empty; is the variable that holds it set?');
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new InputError(
      '--token has blanks or signs that a header cannot carry: ASCII without blanks is needed',
    );
  if (token.length < MIN_TOKEN_LENGTH)
    throw new InputError(
      `--token has ${token.length} signs, needs at least ${MIN_TOKEN_LENGTH}, such as those of openssl rand -hex 16`,
    );
  return token;
}

/** True if a request has the token, in its header or, for the page, in its address. Takes the same time for any other one. */
export function hasAccessToken({ headers, url = '' }: IncomingMessage, token: string): boolean {
  const given =
    /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1] ??
    new URL(url, 'http://x').searchParams.get('token') ??
    '';
  return timingSafeEqual(hashText(given), hashText(token));
}

const hashText = (text: string): Buffer => createHash('sha256').update(text).digest();
