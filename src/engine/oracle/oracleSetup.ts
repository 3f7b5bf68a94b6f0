import { getServerKind, isRemoteKind, REMOTE_KINDS, type RemoteKind } from './servers/getServerKind.ts';

/** Kinds of oracle that a set-up can name; the first is the default. */
export const ORACLES = ['policy', 'webllm', 'wllama', ...REMOTE_KINDS, 'replay'] as const;

/** Unusable answers in a row after which a run pauses, unless it is said otherwise. */
export const UNUSABLE = 25;

const ASKING: AskingSetup = {
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
const DEFAULT_DEADLINE_SECONDS = 120;

/** Default set-up of a model on a server. */
export const createRemoteDefaults = (kind: RemoteKind): RemoteSetup => ({
  kind,
  urls: [getServerKind(kind).url],
  model: '',
  ...ASKING,
  limits: { ...ASKING.limits, deadline: DEFAULT_DEADLINE_SECONDS },
});

/** Defaults of a language model in the browser, which costs nothing but time. */
export const createLocalDefaults = (kind: LocalKind): LocalSetup => ({
  kind,
  model: '',
  source: null,
  ...ASKING,
  limits: { ...ASKING.limits, callsPerRun: null, tokensPerRun: null },
});

/** True if a set-up names a language model on a server. */
export const isRemoteOracle = (oracle: OracleSetup): oracle is RemoteSetup => isRemoteKind(oracle.kind);

/** True if a set-up names a language model inside the browser. */
export const isLocalOracle = (oracle: OracleSetup): oracle is LocalSetup =>
  oracle.kind === 'webllm' || oracle.kind === 'wllama';

/** Defaults of a language model. */
export const createLlmDefaults = (kind: ModelKind): ModelSetup =>
  isRemoteKind(kind) ? createRemoteDefaults(kind) : createLocalDefaults(kind);

/** True if a language model decides, in any place. */
export const isLanguageModelOracle = (oracle: OracleSetup): oracle is ModelSetup =>
  isRemoteOracle(oracle) || isLocalOracle(oracle);

/** Decider of the questions. A key is never part of it: it stays in memory, outside the set-up. */
export type OracleSetup = { readonly kind: 'policy' } | { readonly kind: 'replay' } | ModelSetup;

/** A language model, on a server or in the browser. */
export type ModelSetup = RemoteSetup | LocalSetup;

/** Kinds of oracle that ask a language model. */
export type ModelKind = ModelSetup['kind'];

/** Runtimes inside the browser: on WebGPU, and on the processor. */
export type LocalKind = 'webllm' | 'wllama';

/** A language model behind one or more servers. */
export interface RemoteSetup extends AskingSetup {
  readonly kind: RemoteKind;
  /** Base URLs without a slash at the end; calls are spread over them. */
  readonly urls: readonly string[];
  /** As the server names it. */
  readonly model: string;
}

/** A language model inside the browser. */
export interface LocalSetup extends AskingSetup {
  readonly kind: LocalKind;
  /** Name in the runtime's list, or the user's own name for a model with a source of its own. */
  readonly model: string;
  /** Null for a model of the list. */
  readonly source: ModelSource | null;
}

/** Location of the files of a model that is on no list. */
export interface ModelSource {
  /** WebLLM: the folder of the weights; wllama: the GGUF, or `file:` and its name for one from this machine. */
  readonly url: string;
  /** URL of the compiled library; WebLLM only. */
  readonly library: string | null;
  /** Revision that the files are pinned to, such as a commit; null follows the newest. */
  readonly revision: string | null;
}

/** Form of the requests to a language model. */
export interface AskingSetup {
  /** `auto`: letters if the model gives log-probabilities, else JSON. */
  readonly form: 'auto' | 'letter' | 'json';
  /** Ask once for (archetype, post) and adapt the answer to each agent. */
  readonly archetypes: boolean;
  /** True if the model writes the text of replies and comments; JSON only. */
  readonly texts: boolean;
  /** Temperature of the model's own sampling, 0 to 2; JSON only: letters are sampled by the engine. */
  readonly temperature: number;
  readonly limits: Limits;
}

/** Limits on an oracle's use; null for none. All can be changed in mid-run. */
export interface Limits {
  readonly callsPerRun: number | null;
  readonly tokensPerRun: number | null;
  readonly callsPerRound: number | null;
  readonly tokensPerRound: number | null;
  /** Seconds from dispatch to the last byte; anything after that is late. */
  readonly deadline: number | null;
  /** Unusable answers in a row after which the run pauses, so that somebody can take a look. */
  readonly unusable: number | null;
}
