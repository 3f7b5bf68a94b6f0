import { getServerKind, type RemoteKind } from '../../engine/oracle/servers/getServerKind.ts';
import type { Dialect } from '../../engine/oracle/servers/serverKind.ts';
import type { Backend } from '../client/sharedPlaces.ts';
import { ollama } from './ollama.ts';
import { openai } from './openai.ts';

const BACKENDS: Readonly<Record<Dialect, Backend>> = { ollama, openai };

/** The dialect of a kind of server. */
export const getServerBackend = (kind: RemoteKind): Backend => BACKENDS[getServerKind(kind).dialect];
