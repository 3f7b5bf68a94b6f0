import { InputError } from '../../engine/core/errors.ts';
import { formatQuotedText } from '../../engine/core/formatQuotedText.ts';
import { redactSecrets } from '../../engine/core/secrets.ts';
import { MAX_URLS, parseServerUrls, type UrlMistake } from './parseServerUrls.ts';

/**
 * Base URLs from what a user types, as `parseServerUrls` reads them.
 * @throws InputError that names the value, but never a password in it
 */
export function requireServerUrls(text: string): readonly string[] {
  const read = parseServerUrls(text);
  if ('kind' in read) throw new InputError(describeUrlMistake(read));
  return read;
}

function describeUrlMistake({ kind, part }: UrlMistake): string {
  const address = `address "${formatQuotedText(redactSecrets(part))}": `;
  if (kind === 'none') return 'no server address: give one such as http://localhost:11434';
  if (kind === 'many') return `${part} addresses: at most ${MAX_URLS}`;
  return address + WRONG[kind];
}

const WRONG = {
  password: 'must not contain a user or a password; a key has its own field',
  protocol: 'must begin with http:// or https://',
  form: 'not a URL such as http://localhost:11434',
  query: 'must not contain ? or #',
} as const;

const getUrlHost = (url: string): string =>
  URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : '';

/** True if a URL or an origin leads to the same machine. */
export const isLoopbackUrl = (url: string): boolean =>
  /^(localhost|.*\.localhost|127\..*|0\.0\.0\.0|::1)$/.test(getUrlHost(url));

/** True if a URL leads to the same machine or its local network, by its name alone. */
export const isLocalNetworkUrl = (url: string): boolean =>
  isLoopbackUrl(url) ||
  /^(10\..*|192\.168\..*|172\.(1[6-9]|2\d|3[01])\..*|169\.254\..*|.*\.local|[^.:]+|f[cd].*:.*|fe80:.*)$/.test(
    getUrlHost(url),
  );
