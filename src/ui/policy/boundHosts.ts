import { stored } from '../lib/storage.ts';
import { addressedServers } from './addressedServers.ts';
import { isHost, originsOf, readHosts } from './hosts.ts';

/** Where this browser keeps the hosts that the user allowed. */
export const KEY = 'statescope-hosts';

/** The hosts that the user allowed. */
export const kept = (): readonly string[] => readHosts(stored(KEY));

/** Hosts of the servers that the address names: whoever follows a link to a run means to ask them, at Play. */
const addressed = (): readonly string[] =>
  originsOf(addressedServers(new URLSearchParams(location.search))).filter(isHost);

/** Hosts named by this load's policy, which cannot grow before the next load. */
export const inForce: readonly string[] = [...new Set([...kept(), ...addressed()])];
