import { remember, stored } from '../lib/storage.ts';
import { inForce, KEY, kept } from './boundHosts.ts';
import { isHost, latest, originsOf } from './hosts.ts';

/** Whether a policy binds the page; none does in development and tests. */
const IS_BOUND = import.meta.env.PROD;

/** @throws Error where the browser stores nothing: a reload would be in vain. */
function keep(hosts: readonly string[]): void {
  const text = JSON.stringify(hosts);
  remember(KEY, text);
  if (stored(KEY) !== text) throw new Error('this browser keeps nothing for this page');
}

/** Foreign hosts that this page may reach: those that the user allowed, and those of the address's run. */
export const allowedHosts = (): readonly string[] => inForce;

/** Whether an origin is among the hosts, or below a pattern of them. */
export const covers = (hosts: readonly string[], origin: string): boolean =>
  hosts.some(host => {
    if (!host.includes('*')) return host === origin;
    const [scheme, domain] = host.split('*') as [string, string];
    return origin.startsWith(scheme) && origin.endsWith(domain) && origin.length > host.length - 1;
  });

/** The hosts with more added, as they are kept. */
export const withHosts = (hosts: readonly string[], more: readonly string[]): readonly string[] =>
  latest([...hosts.filter(host => !more.includes(host)), ...more.filter(isHost)]);

/** Whether the page may reach an origin; true for every one where no policy binds it. */
export const isAllowed = (origin: string): boolean =>
  !IS_BOUND || origin === location.origin || covers(inForce, origin);

/** Origins of base URLs, or patterns, that the page may not reach yet. */
export const unreachable = (urls: readonly string[]): readonly string[] =>
  originsOf(urls).filter(origin => !isAllowed(origin));

/** Whether the user has allowed a host; the others of `allowedHosts` come from the address. */
export const isChosen = (host: string): boolean => kept().includes(host);

/** Allows origins, or patterns such as `https://*.example.org`, from the next load on. */
export const allow = (hosts: readonly string[]): void => keep(withHosts(kept(), hosts));

/** Revokes a host that the user allowed, from the next load on. */
export const forget = (host: string): void => keep(kept().filter(other => other !== host));
