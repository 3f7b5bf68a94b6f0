import { readStoredItem, writeStoredItem } from '../lib/storedItems.ts';
import { ALLOWED_HOSTS_KEY, inForce, readUserAllowedHosts } from './boundHosts.ts';
import { collectOrigins, isHostOrPattern, keepLatestHosts } from './hosts.ts';

/** True if a policy binds the page; none does in development and tests. */
const IS_BOUND = import.meta.env.PROD;

/** @throws Error if the browser stores nothing: a reload would have no effect. */
function saveAllowedHosts(hosts: readonly string[]): void {
  const text = JSON.stringify(hosts);
  writeStoredItem(ALLOWED_HOSTS_KEY, text);
  if (readStoredItem(ALLOWED_HOSTS_KEY) !== text)
    throw new Error('this browser stores nothing for this page');
}

/** Foreign hosts that this page may reach: those that the user allowed, and those of the address's run. */
export const listAllowedHosts = (): readonly string[] => inForce;

/** True if an origin is among the hosts, or below a pattern of them. */
export const isOriginCovered = (hosts: readonly string[], origin: string): boolean =>
  hosts.some(host => {
    if (!host.includes('*')) return host === origin;
    const [scheme, domain] = host.split('*') as [string, string];
    return origin.startsWith(scheme) && origin.endsWith(domain) && origin.length > host.length - 1;
  });

/** The hosts with more added, as they are kept. */
export const addHosts = (hosts: readonly string[], more: readonly string[]): readonly string[] =>
  keepLatestHosts([...hosts.filter(host => !more.includes(host)), ...more.filter(isHostOrPattern)]);

/** True if the page may reach an origin; true for every one without a policy. */
export const isOriginAllowed = (origin: string): boolean =>
  !IS_BOUND || origin === location.origin || isOriginCovered(inForce, origin);

/** Origins of base URLs, or patterns, that the page may not reach yet. */
export const findUnreachableOrigins = (urls: readonly string[]): readonly string[] =>
  collectOrigins(urls).filter(origin => !isOriginAllowed(origin));

/** True if the user has allowed a host; the others of `listAllowedHosts` come from the address. */
export const isUserAllowedHost = (host: string): boolean => readUserAllowedHosts().includes(host);

/** Allows origins, or patterns such as `https://*.example.org`, from the next load on. */
export const allowHosts = (hosts: readonly string[]): void =>
  saveAllowedHosts(addHosts(readUserAllowedHosts(), hosts));

/** Revokes a host that the user allowed, from the next load on. */
export const revokeHost = (host: string): void =>
  saveAllowedHosts(readUserAllowedHosts().filter(other => other !== host));
