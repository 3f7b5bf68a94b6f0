import type {
  Asking,
  LocalKind,
  LocalSetup,
  ModelKind,
  ModelSetup,
  OracleSetup,
  RemoteKind,
  RemoteSetup,
} from '../setup/config.ts';

/** Kinds of oracle that a set-up can name; the first is the default. */
export const ORACLES = ['policy', 'webllm', 'wllama', 'ollama', 'openai', 'replay'] as const;

/** Unusable answers in a row after which a run pauses, unless it is said otherwise. */
export const UNUSABLE = 25;

const ASKING: Asking = {
  form: 'auto',
  archetypes: false,
  texts: false,
  temperature: 0.8,
  limits: {
    callsPerRun: 5000,
    tokensPerRun: 1_000_000,
    callsPerRound: null,
    tokensPerRound: null,
    deadline: null,
    unusable: UNUSABLE,
  },
};

/** Seconds after which a server's answer is late: more than it takes one to load a large model. */
const PATIENCE = 120;

/** Default set-up of a model on a server; llama.cpp's server listens on 8080. */
export const remoteDefaults = (kind: RemoteKind): RemoteSetup => ({
  kind,
  urls: [kind === 'ollama' ? 'http://127.0.0.1:11434' : 'http://127.0.0.1:8080'],
  model: '',
  ...ASKING,
  limits: { ...ASKING.limits, deadline: PATIENCE },
});

/** Defaults of a language model in the browser, which costs nothing but time. */
export const localDefaults = (kind: LocalKind): LocalSetup => ({
  kind,
  model: '',
  source: null,
  ...ASKING,
  limits: { ...ASKING.limits, callsPerRun: null, tokensPerRun: null },
});

/** Whether a set-up names a language model on a server. */
export const isRemote = (oracle: OracleSetup): oracle is RemoteSetup =>
  oracle.kind === 'ollama' || oracle.kind === 'openai';

/** Whether a set-up names a language model inside the browser. */
export const isLocal = (oracle: OracleSetup): oracle is LocalSetup =>
  oracle.kind === 'webllm' || oracle.kind === 'wllama';

/** Defaults of a language model. */
export const modelDefaults = (kind: ModelKind): ModelSetup =>
  kind === 'ollama' || kind === 'openai' ? remoteDefaults(kind) : localDefaults(kind);

/** Whether a language model decides, wherever it is. */
export const asksModel = (oracle: OracleSetup): oracle is ModelSetup => isRemote(oracle) || isLocal(oracle);
