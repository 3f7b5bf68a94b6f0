/** Most servers of a run. */
export const MAX_URLS = 16;

/** A mistake in addresses of servers: its kind and place. */
export interface UrlMistake {
  readonly kind: 'password' | 'none' | 'many' | 'form' | 'protocol' | 'query';
  /** The part that has it; all of the text if it has no parts. */
  readonly part: string;
}

/**
 * Base URLs from what a user types, separated by commas: without a slash, `/v1` or `/api` at the end; or the first mistake.
 * Words for it are `requireServerUrls`’s.
 */
export function parseServerUrls(text: string): readonly string[] | UrlMistake {
  // Before it is split: a password may have a comma in it.
  if (text.includes('@')) return { kind: 'password', part: text.trim() };
  const parts = text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '');
  if (parts.length === 0) return { kind: 'none', part: '' };
  if (parts.length > MAX_URLS) return { kind: 'many', part: String(parts.length) };
  const urls = new Set<string>();
  for (const part of parts) {
    const read = parseServerUrl(part);
    if (read.kind !== null) return { kind: read.kind, part };
    urls.add(read.url);
  }
  return [...urls];
}

type ReadServerUrl = { readonly kind: null; readonly url: string } | { readonly kind: UrlMistake['kind'] };

function parseServerUrl(part: string): ReadServerUrl {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(part) ? part : `http://${part}`;
  if (!URL.canParse(text)) return { kind: 'form' };
  const { protocol, origin, pathname } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') return { kind: 'protocol' };
  if (/[\s*]/.test(part) || /^[a-z]+:\/?[^/\d]/i.test(part)) return { kind: 'form' };
  if (/[?#]/.test(part)) return { kind: 'query' };
  const path = pathname.replace(/\/+$/, '').replace(/\/+(v1|api)(\/chat(\/completions)?)?$/, '');
  return { kind: null, url: origin + path.replace(/\/+$/, '') };
}
