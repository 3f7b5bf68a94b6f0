import { InputError } from '../engine/errors.ts';
import { withoutSecrets } from '../engine/secrets.ts';
import { shown } from '../engine/shown.ts';

const MOST_URLS = 16;

/**
 * Base URLs from what a user types, separated by commas: without a slash, `/v1` or `/api` at the end.
 * @throws InputError that names the value, but never a password in it
 */
export function parseUrls(text: string): readonly string[] {
  // Before it is split: a password may have a comma in it.
  if (text.includes('@'))
    throw new InputError(
      `address "${shown(withoutSecrets(text.trim()))}": must not contain a user or a password; a key has its own field`,
    );
  const parts = text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '');
  if (parts.length === 0) throw new InputError('no server address: give one such as http://localhost:11434');
  if (parts.length > MOST_URLS) throw new InputError(`${parts.length} addresses: at most ${MOST_URLS}`);
  return [...new Set(parts.map(parseUrl))];
}

function parseUrl(part: string): string {
  const named = `"${shown(withoutSecrets(part))}"`;
  const url = urlOf(/^[a-z][a-z0-9+.-]*:\/\//i.test(part) ? part : `http://${part}`, named);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new InputError(`address ${named}: must begin with http:// or https://`);
  if (/[\s*]/.test(part) || /^[a-z]+:\/?[^/\d]/i.test(part))
    throw new InputError(`address ${named}: not a URL such as http://localhost:11434`);
  if (/[?#]/.test(part)) throw new InputError(`address ${named}: must not contain ? or #`);
  const path = url.pathname.replace(/\/+$/, '').replace(/\/+(v1|api)(\/chat(\/completions)?)?$/, '');
  return url.origin + path.replace(/\/+$/, '');
}

function urlOf(text: string, named: string): URL {
  try {
    return new URL(text);
  } catch {
    throw new InputError(`address ${named}: not a URL such as http://localhost:11434`);
  }
}

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
