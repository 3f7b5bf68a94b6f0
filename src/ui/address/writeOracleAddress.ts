import type { Limits, LocalSetup, OracleSetup, RemoteSetup } from '../../engine/oracle/oracleSetup.ts';
import { createLlmDefaults, isLanguageModelOracle, isRemoteOracle } from '../../engine/oracle/oracleSetup.ts';

/** The name of each limit in the address. */
export const LIMIT_ADDRESS_NAMES: Readonly<Record<keyof Limits, string>> = {
  callsPerRun: 'calls',
  tokensPerRun: 'tokens',
  callsPerRound: 'round_calls',
  tokensPerRound: 'round_tokens',
  deadline: 'deadline',
  unusable: 'unusable',
};

/** Names in the address that belong to the oracle. A key has none: it is never written there. */
export const ORACLE_NAMES: readonly string[] = [
  'oracle',
  'oracle_url',
  'oracle_model',
  'oracle_library',
  'oracle_revision',
  'form',
  'archetypes',
  'texts',
  'temperature',
  ...Object.values(LIMIT_ADDRESS_NAMES),
];

/** The oracle's parts that differ from the defaults. */
export function writeOracleAddress(oracle: OracleSetup): Record<string, string> {
  if (!isLanguageModelOracle(oracle)) return { oracle: oracle.kind };
  const { kind, model, form, archetypes, texts, temperature, limits } = oracle;
  const standard = createLlmDefaults(kind);
  const changed = (Object.keys(LIMIT_ADDRESS_NAMES) as (keyof Limits)[]).filter(
    limit => limits[limit] !== standard.limits[limit],
  );
  return {
    oracle: kind,
    ...(isRemoteOracle(oracle) ? writeServerAddress(oracle) : writeModelSource(oracle)),
    ...(model !== '' && { oracle_model: model }),
    ...(form !== standard.form && { form }),
    ...(archetypes && { archetypes: 'true' }),
    ...(texts && { texts: 'true' }),
    ...(temperature !== standard.temperature && { temperature: String(temperature) }),
    ...Object.fromEntries(changed.map(limit => [LIMIT_ADDRESS_NAMES[limit], String(limits[limit] ?? 0)])),
  };
}

function writeServerAddress({ kind, urls }: RemoteSetup): Record<string, string> {
  const standard = createLlmDefaults(kind);
  const isStandard = isRemoteOracle(standard) && urls.join() === standard.urls.join();
  return isStandard ? {} : { oracle_url: urls.join(',') };
}

function writeModelSource({ source }: LocalSetup): Record<string, string> {
  if (source === null) return {};
  const { url, library, revision } = source;
  return {
    oracle_url: url,
    ...(library !== null && { oracle_library: library }),
    ...(revision !== null && { oracle_revision: revision }),
  };
}
