import { addressedServers } from '../addressedServers.ts';
import { remember, stored } from '../storage.ts';
import { covers, isHost, originsOf, readHosts, withHosts } from './hosts.ts';

const KEY = 'statescope-hosts';

/** Whether a policy binds the page; none does in development and tests. */
const IS_BOUND = import.meta.env.PROD;

const kept = (): readonly string[] => readHosts(stored(KEY));
/** @throws Error where the browser stores nothing: a reload would be in vain. */
function keep(hosts: readonly string[]): void {
  const text = JSON.stringify(hosts);
  remember(KEY, text);
  if (stored(KEY) !== text) throw new Error('this browser keeps nothing for this page');
}

/** Hosts of the servers that the address names: whoever follows a link to a run means to ask them, at Play. */
const addressed = (): readonly string[] =>
  originsOf(addressedServers(new URLSearchParams(location.search))).filter(isHost);

/** Hosts named by this load's policy, which cannot grow before the next load. */
const inForce: readonly string[] = [...new Set([...kept(), ...addressed()])];

/** Foreign hosts that this page may reach: those that the user allowed, and those of the address's run. */
export const allowedHosts = (): readonly string[] => inForce;

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
