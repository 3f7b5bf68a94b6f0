import { SERVER_KINDS } from './index.ts';
import type { ServerKind } from './serverKind.ts';

/** Name of a kind of server. */
export type RemoteKind = (typeof SERVER_KINDS)[number]['name'];

/** Names of the kinds of server, in the list's order. */
export const REMOTE_KINDS: readonly RemoteKind[] = SERVER_KINDS.map(({ name }) => name);

/** True if a name is that of a kind of server. */
export const isRemoteKind = (name: string): name is RemoteKind =>
  (REMOTE_KINDS as readonly string[]).includes(name);

/** The record of a kind of server. */
export const getServerKind = (kind: RemoteKind): ServerKind => SERVER_KINDS[REMOTE_KINDS.indexOf(kind)];
