/** Most hosts that the user can allow; the latest stay. */
export const MOST_HOSTS = 32;

const HOST = /^https?:\/\/(?:\*\.)?[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?(?::\d{1,5})?$/;
/** A pattern needs two labels after its star, so that it never takes in a whole top-level domain. */
const PATTERN = /^https:\/\/\*\.[a-z0-9-]+\.[a-z0-9.-]+$/;

/** Whether a policy can name it: an origin, or a pattern such as `https://*.example.org`. */
export function isHost(text: string): boolean {
  if (!HOST.test(text)) return false;
  if (text.includes('*')) return PATTERN.test(text);
  return URL.canParse(text) && new URL(text).origin === text;
}

/** The origins of base URLs, each once; patterns stay as they are, for browsers escape the star. */
export const originsOf = (urls: readonly string[]): readonly string[] => [
  ...new Set(
    urls
      .filter(url => isHost(url) || URL.canParse(url))
      .map(url => (isHost(url) ? url : new URL(url).origin)),
  ),
];

/** Whether an origin is among the hosts, or below a pattern of them. */
export const covers = (hosts: readonly string[], origin: string): boolean =>
  hosts.some(host => {
    if (!host.includes('*')) return host === origin;
    const [scheme, domain] = host.split('*') as [string, string];
    return origin.startsWith(scheme) && origin.endsWith(domain) && origin.length > host.length - 1;
  });

/** The kept hosts, as far as they are valid. */
export function readHosts(text: string | null): readonly string[] {
  const kept = parsed(text ?? '[]');
  const hosts = Array.isArray(kept) ? kept.filter(host => typeof host === 'string') : [];
  return latest(hosts.filter(isHost));
}

/** The hosts with more added, as they are kept. */
export const withHosts = (hosts: readonly string[], more: readonly string[]): readonly string[] =>
  latest([...hosts.filter(host => !more.includes(host)), ...more.filter(isHost)]);

const latest = (hosts: readonly string[]): readonly string[] => [...new Set(hosts)].slice(-MOST_HOSTS);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
