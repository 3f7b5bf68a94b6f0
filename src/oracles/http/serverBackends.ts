import type { RemoteKind } from '../../engine/oracle/oracleSetup.ts';
import type { Backend } from '../client/backend.ts';
import { ollama } from './ollama.ts';
import { openai } from './openai.ts';

const BACKENDS: Readonly<Record<RemoteKind, Backend>> = { ollama, openai };

/** The dialect of a kind of server. */
export const getServerBackend = (kind: RemoteKind): Backend => BACKENDS[kind];
