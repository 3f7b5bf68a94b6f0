import type { ModelSetup } from '../../engine/oracle/oracleSetup.ts';
import { isRemoteOracle } from '../../engine/oracle/oracleSetup.ts';
import { collectOrigins } from './hosts.ts';

/** The model hub of both runtimes' lists, and the networks that deliver its files. */
const HUB = ['https://huggingface.co', 'https://*.huggingface.co', 'https://*.hf.co'];
/** Host of WebLLM's compiled libraries. */
const LIBRARIES = 'https://raw.githubusercontent.com';

/** Hosts that a model is asked at, or that it is fetched from; none for a file of this machine. */
export function getModelHosts(oracle: ModelSetup): readonly string[] {
  if (isRemoteOracle(oracle)) return collectOrigins(oracle.urls);
  const { kind, source } = oracle;
  if (source === null) return kind === 'webllm' ? [...HUB, LIBRARIES] : HUB;
  if (source.url.startsWith('file:')) return [];
  const own = collectOrigins([source.url, ...(source.library === null ? [] : [source.library])]);
  return own.includes(HUB[0]) ? [...new Set([...own, ...HUB])] : own;
}
