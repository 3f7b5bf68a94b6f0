/** Most hosts that the user can allow; the latest stay. */
export const MAX_ALLOWED_HOSTS = 32;

const HOST = /^https?:\/\/(?:\*\.)?[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?(?::\d{1,5})?$/;
/** A pattern needs two labels after its star, so that it never takes in a whole top-level domain. */
const PATTERN = /^https:\/\/\*\.[a-z0-9-]+\.[a-z0-9.-]+$/;

/** True if a policy can name it: an origin, or a pattern such as `https://*.example.org`. */
export function isHostOrPattern(text: string): boolean {
  if (!HOST.test(text)) return false;
  if (text.includes('*')) return PATTERN.test(text);
  return URL.canParse(text) && new URL(text).origin === text;
}

/** The origins of base URLs, each once; patterns stay as they are, for browsers escape the star. */
export const collectOrigins = (urls: readonly string[]): readonly string[] => [
  ...new Set(
    urls
      .filter(url => isHostOrPattern(url) || URL.canParse(url))
      .map(url => (isHostOrPattern(url) ? url : new URL(url).origin)),
  ),
];

/** The kept hosts, as far as they are valid. */
export function readHosts(text: string | null): readonly string[] {
  const kept = parseHostsJson(text ?? '[]');
  const hosts = Array.isArray(kept) ? kept.filter(host => typeof host === 'string') : [];
  return keepLatestHosts(hosts.filter(isHostOrPattern));
}

/** Each host once, the latest if there are too many. */
export const keepLatestHosts = (hosts: readonly string[]): readonly string[] =>
  [...new Set(hosts)].slice(-MAX_ALLOWED_HOSTS);

function parseHostsJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
