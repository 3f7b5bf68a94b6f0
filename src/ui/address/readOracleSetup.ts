import { checkOracleSetup } from '../../engine/oracle/checkOracleSetup.ts';
import type { AskingSetup, LocalSetup, ModelSetup, OracleSetup } from '../../engine/oracle/oracleSetup.ts';
import { createLlmDefaults, isRemoteOracle } from '../../engine/oracle/oracleSetup.ts';
import { isRemoteKind } from '../../engine/oracle/servers/getServerKind.ts';
import { requireServerUrls } from '../../oracles/http/urls.ts';
import { ORACLES } from '../state/oracleChoices.ts';
import { LIMIT_ADDRESS_NAMES } from './writeOracleAddress.ts';

/** Reports a value of the address that cannot be used, and what it should be. */
export type Reject = (name: string, value: string, want: string) => void;

/** Reads the oracle. Invalid values are reported and take their defaults. */
export function readOracleSetup(given: URLSearchParams, fallback: OracleSetup, reject: Reject): OracleSetup {
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
  return readModelSetup(given, createLlmDefaults(kind), reject);
}

const isModelKind = (kind: string): kind is ModelSetup['kind'] =>
  isRemoteKind(kind) || kind === 'webllm' || kind === 'wllama';

function readModelSetup(given: URLSearchParams, defaults: ModelSetup, reject: Reject): ModelSetup {
  /** Reads a part from one name, if the result is allowed. */
  const read = (setup: ModelSetup, name: string, part: (text: string) => Partial<ModelSetup>) => {
    const text = given.get(name);
    if (text === null) return setup;
    try {
      const next = { ...setup, ...part(text) } as ModelSetup;
      checkOracleSetup(next);
      return next;
    } catch (error) {
      reject(name, text, error instanceof Error ? error.message : String(error));
      return setup;
    }
  };
  let setup = read(defaults, 'oracle_model', model => ({ model }));
  setup = read(setup, 'oracle_url', url =>
    isRemoteOracle(defaults) ? { urls: requireServerUrls(url) } : { source: readLocalSource(url, given) },
  );
  setup = read(setup, 'form', text => ({ form: parseAskingForm(text) }));
  setup = read(setup, 'archetypes', text => ({ archetypes: text === 'true' }));
  setup = read(setup, 'texts', text => ({ texts: text === 'true' }));
  setup = read(setup, 'temperature', text => ({ temperature: parseAddressNumber(text) }));
  for (const [limit, name] of Object.entries(LIMIT_ADDRESS_NAMES))
    setup = read(setup, name, text => ({ limits: { ...setup.limits, [limit]: parseAddressLimit(text) } }));
  return setup;
}

const readLocalSource = (url: string, given: URLSearchParams): LocalSetup['source'] => ({
  url,
  library: given.get('oracle_library'),
  revision: given.get('oracle_revision'),
});

function parseAskingForm(text: string): AskingSetup['form'] {
  if (text === 'auto' || text === 'letter' || text === 'json') return text;
  throw new Error('choose auto, letter, json');
}

const parseAddressNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));
/** A limit from its text; 0 means none, as on the command line. */
const parseAddressLimit = (text: string): number | null => (text === '0' ? null : parseAddressNumber(text));
