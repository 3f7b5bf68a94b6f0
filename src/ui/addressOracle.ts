import type { Limits, OracleSetup, RemoteSetup } from '../engine/config.ts';
import { checkOracle, isRemote, remoteDefaults } from '../engine/setup.ts';
import { parseUrls } from '../oracles/urls.ts';
import { ORACLES } from './choices.ts';

/** Reports a value of the address that cannot be used, and what is wanted. */
export type Reject = (name: string, value: string, want: string) => void;

const LIMITS: Readonly<Record<keyof Limits, string>> = {
  callsPerRun: 'calls',
  tokensPerRun: 'tokens',
  callsPerRound: 'round_calls',
  tokensPerRound: 'round_tokens',
  deadline: 'deadline',
};

/** Names of the address that are the oracle's. There is none for a key. */
export const ORACLE_NAMES: readonly string[] = [
  'oracle',
  'oracle_url',
  'oracle_model',
  'form',
  'archetypes',
  'texts',
  'temperature',
  ...Object.values(LIMITS),
];

/** Reads who decides. What is invalid is reported and takes its default. */
export function readOracle(given: URLSearchParams, fallback: OracleSetup, reject: Reject): OracleSetup {
  const kind = given.get('oracle');
  if (kind === null || kind === 'policy') return kind === null ? fallback : { kind };
  if (kind === 'replay') {
    reject('oracle', kind, 'drop the run document on the page again');
    return fallback;
  }
  if (kind !== 'ollama' && kind !== 'openai') {
    reject('oracle', kind, `choose ${ORACLES.map(choice => choice.value).join(', ')}`);
    return fallback;
  }
  return readRemote(given, remoteDefaults(kind), reject);
}

function readRemote(given: URLSearchParams, defaults: RemoteSetup, reject: Reject): RemoteSetup {
  /** A part that is read from one name, if what comes of it is allowed. */
  const read = (setup: RemoteSetup, name: string, part: (text: string) => Partial<RemoteSetup>) => {
    const text = given.get(name);
    if (text === null) return setup;
    try {
      const next = { ...setup, ...part(text) };
      checkOracle(next);
      return next;
    } catch (error) {
      reject(name, withoutPassword(text), error instanceof Error ? error.message : String(error));
      return setup;
    }
  };
  let setup = read(defaults, 'oracle_url', text => ({ urls: parseUrls(text) }));
  setup = read(setup, 'oracle_model', model => ({ model }));
  setup = read(setup, 'form', text => ({ form: formOf(text) }));
  setup = read(setup, 'archetypes', text => ({ archetypes: text === 'true' }));
  setup = read(setup, 'texts', text => ({ texts: text === 'true' }));
  setup = read(setup, 'temperature', text => ({ temperature: numberOf(text) }));
  for (const [limit, name] of Object.entries(LIMITS))
    setup = read(setup, name, text => ({ limits: { ...setup.limits, [limit]: limitOf(text) } }));
  return setup;
}

const withoutPassword = (text: string): string => text.replace(/\/\/[^/,]*@/g, '//…@');

function formOf(text: string): RemoteSetup['form'] {
  if (text === 'auto' || text === 'letter' || text === 'json') return text;
  throw new Error('choose auto, letter, json');
}

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));
/** 0 is no limit, as on the command line. */
const limitOf = (text: string): number | null => (text === '0' ? null : numberOf(text));

/** What differs from the defaults. */
export function writeOracle(oracle: OracleSetup): Record<string, string> {
  if (!isRemote(oracle)) return { oracle: oracle.kind };
  const { kind, urls, model, form, archetypes, texts, temperature, limits } = oracle;
  const standard = remoteDefaults(kind);
  const changed = (Object.keys(LIMITS) as (keyof Limits)[]).filter(
    limit => limits[limit] !== standard.limits[limit],
  );
  return {
    oracle: kind,
    ...(urls.join() !== standard.urls.join() && { oracle_url: urls.join(',') }),
    ...(model !== '' && { oracle_model: model }),
    ...(form !== standard.form && { form }),
    ...(archetypes && { archetypes: 'true' }),
    ...(texts && { texts: 'true' }),
    ...(temperature !== standard.temperature && { temperature: String(temperature) }),
    ...Object.fromEntries(changed.map(limit => [LIMITS[limit], String(limits[limit] ?? 0)])),
  };
}
