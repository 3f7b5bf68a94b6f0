import type { Asking, Limits, LocalSetup, ModelSetup, OracleSetup, RemoteSetup } from '../engine/config.ts';
import { asksModel, checkOracle, isRemote, modelDefaults } from '../engine/setup.ts';
import { parseUrls } from '../oracles/urls.ts';
import { ORACLES } from './choices.ts';

/** Reports a value of the address that cannot be used, and what it should be. */
export type Reject = (name: string, value: string, want: string) => void;

const LIMITS: Readonly<Record<keyof Limits, string>> = {
  callsPerRun: 'calls',
  tokensPerRun: 'tokens',
  callsPerRound: 'round_calls',
  tokensPerRound: 'round_tokens',
  deadline: 'deadline',
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
  ...Object.values(LIMITS),
];

/** Reads the oracle. Invalid values are reported and take their defaults. */
export function readOracle(given: URLSearchParams, fallback: OracleSetup, reject: Reject): OracleSetup {
  const kind = given.get('oracle');
  if (kind === null || kind === 'policy') return kind === null ? fallback : { kind };
  if (kind === 'replay') {
    reject('oracle', kind, 'drop the run document on the page again');
    return fallback;
  }
  if (!isModelKind(kind)) {
    reject('oracle', kind, `choose ${ORACLES.map(choice => choice.value).join(', ')}`);
    return fallback;
  }
  return readModel(given, modelDefaults(kind), reject);
}

const isModelKind = (kind: string): kind is ModelSetup['kind'] =>
  ['webllm', 'wllama', 'ollama', 'openai'].includes(kind);

function readModel(given: URLSearchParams, defaults: ModelSetup, reject: Reject): ModelSetup {
  /** Reads a part from one name, if the result is allowed. */
  const read = (setup: ModelSetup, name: string, part: (text: string) => Partial<ModelSetup>) => {
    const text = given.get(name);
    if (text === null) return setup;
    try {
      const next = { ...setup, ...part(text) } as ModelSetup;
      checkOracle(next);
      return next;
    } catch (error) {
      reject(name, withoutPassword(text), error instanceof Error ? error.message : String(error));
      return setup;
    }
  };
  let setup = read(defaults, 'oracle_model', model => ({ model }));
  setup = read(setup, 'oracle_url', url =>
    isRemote(defaults) ? { urls: parseUrls(url) } : { source: sourceOf(url, given) },
  );
  setup = read(setup, 'form', text => ({ form: formOf(text) }));
  setup = read(setup, 'archetypes', text => ({ archetypes: text === 'true' }));
  setup = read(setup, 'texts', text => ({ texts: text === 'true' }));
  setup = read(setup, 'temperature', text => ({ temperature: numberOf(text) }));
  for (const [limit, name] of Object.entries(LIMITS))
    setup = read(setup, name, text => ({ limits: { ...setup.limits, [limit]: limitOf(text) } }));
  return setup;
}

const sourceOf = (url: string, given: URLSearchParams): LocalSetup['source'] => ({
  url,
  library: given.get('oracle_library'),
  revision: given.get('oracle_revision'),
});

const withoutPassword = (text: string): string => text.replace(/\/\/[^/,]*@/g, '//…@');

function formOf(text: string): Asking['form'] {
  if (text === 'auto' || text === 'letter' || text === 'json') return text;
  throw new Error('choose auto, letter, json');
}

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));
/** A limit from its text; 0 means none, as on the command line. */
const limitOf = (text: string): number | null => (text === '0' ? null : numberOf(text));

/** The oracle's parts that differ from the defaults. */
export function writeOracle(oracle: OracleSetup): Record<string, string> {
  if (!asksModel(oracle)) return { oracle: oracle.kind };
  const { kind, model, form, archetypes, texts, temperature, limits } = oracle;
  const standard = modelDefaults(kind);
  const changed = (Object.keys(LIMITS) as (keyof Limits)[]).filter(
    limit => limits[limit] !== standard.limits[limit],
  );
  return {
    oracle: kind,
    ...(isRemote(oracle) ? writeServers(oracle) : writeSource(oracle)),
    ...(model !== '' && { oracle_model: model }),
    ...(form !== standard.form && { form }),
    ...(archetypes && { archetypes: 'true' }),
    ...(texts && { texts: 'true' }),
    ...(temperature !== standard.temperature && { temperature: String(temperature) }),
    ...Object.fromEntries(changed.map(limit => [LIMITS[limit], String(limits[limit] ?? 0)])),
  };
}

function writeServers({ kind, urls }: RemoteSetup): Record<string, string> {
  const standard = modelDefaults(kind);
  const isStandard = isRemote(standard) && urls.join() === standard.urls.join();
  return isStandard ? {} : { oracle_url: urls.join(',') };
}

function writeSource({ source }: LocalSetup): Record<string, string> {
  if (source === null) return {};
  const { url, library, revision } = source;
  return {
    oracle_url: url,
    ...(library !== null && { oracle_library: library }),
    ...(revision !== null && { oracle_revision: revision }),
  };
}
