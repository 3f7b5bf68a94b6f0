import { readStoredItem } from '../lib/storedItems.ts';
import { collectOrigins, isHostOrPattern, readHosts } from './hosts.ts';
import { readAddressedServers } from './readAddressedServers.ts';

/** Storage key of the hosts that the user allowed. */
export const ALLOWED_HOSTS_KEY = 'statescope-hosts';

/** The hosts that the user allowed. */
export const readUserAllowedHosts = (): readonly string[] => readHosts(readStoredItem(ALLOWED_HOSTS_KEY));

/** Hosts of the servers that the address names: following a link to a run means to ask them, at Play. */
const readAddressedHosts = (): readonly string[] =>
  collectOrigins(readAddressedServers(new URLSearchParams(location.search))).filter(isHostOrPattern);

/** Hosts named by this load's policy, which cannot grow before the next load. */
export const inForce: readonly string[] = [...new Set([...readUserAllowedHosts(), ...readAddressedHosts()])];
