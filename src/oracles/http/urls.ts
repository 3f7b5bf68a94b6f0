import { InputError } from '../../engine/core/errors.ts';
import { formatQuotedText } from '../../engine/core/formatQuotedText.ts';
import { redactSecrets } from '../../engine/core/secrets.ts';
import { MOST_URLS, readUrls, type UrlMistake } from './serverUrls.ts';

/**
 * Base URLs from what a user types, as `readUrls` reads them.
 * @throws InputError that names the value, but never a password in it
 */
export function parseUrls(text: string): readonly string[] {
  const read = readUrls(text);
  if ('kind' in read) throw new InputError(mistakeWords(read));
  return read;
}

function mistakeWords({ kind, part }: UrlMistake): string {
  const address = `address "${formatQuotedText(redactSecrets(part))}": `;
  if (kind === 'none') return 'no server address: give one such as http://localhost:11434';
  if (kind === 'many') return `${part} addresses: at most ${MOST_URLS}`;
  return address + WRONG[kind];
}

const WRONG = {
  password: 'must not contain a user or a password; a key has its own field',
  protocol: 'must begin with http:// or https://',
  form: 'not a URL such as http://localhost:11434',
  query: 'must not contain ? or #',
} as const;

const hostOf = (url: string): string =>
  URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : '';

/** Whether a URL or an origin leads to the same machine. */
export const isLoopback = (url: string): boolean =>
  /^(localhost|.*\.localhost|127\..*|0\.0\.0\.0|::1)$/.test(hostOf(url));

/** Whether a URL leads to the same machine or its local network, by its name alone. */
export const isLocal = (url: string): boolean =>
  isLoopback(url) ||
  /^(10\..*|192\.168\..*|172\.(1[6-9]|2\d|3[01])\..*|169\.254\..*|.*\.local|[^.:]+|f[cd].*:.*|fe80:.*)$/.test(
    hostOf(url),
  );
