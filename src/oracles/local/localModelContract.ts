import type { TokenLogprob } from '../../engine/oracle/formats/letter.ts';
import type { LocalKind, LocalSetup } from '../../engine/oracle/oracleSetup.ts';

/** One model of one runtime. */
export type LocalModelSpec = Pick<LocalSetup, 'kind' | 'model' | 'source'>;

/** This browser's means of running a model. */
export interface BrowserFacts {
  /** `none`: the browser has no WebGPU; `no adapter`: it has WebGPU but offers no adapter. */
  readonly webgpu: 'ready' | 'no adapter' | 'none';
  readonly shaderF16: boolean;
  /** Largest buffer in bytes; 0 without an adapter. */
  readonly largestBuffer: number;
  /** True if a file of this machine is stored for the next visit. */
  readonly keepsFiles: boolean;
  /** Bytes that this page may still store; null if the browser does not say. */
  readonly free: number | null;
  /** Bytes stored for this page, mostly models; null if the browser does not say. */
  readonly used: number | null;
}

/** A model that can be chosen. */
export interface ModelChoice extends LocalModelSpec {
  /** For people: "SmolLM2 360M". */
  readonly label: string;
  /** "q4f32_1", "Q4_K_M"; empty if it is not known. */
  readonly quantization: string;
  /** Memory in MB; null if unknown. */
  readonly memory: number | null;
  /** Approximate download in MB; null if unknown. */
  readonly download: number | null;
  /** Licence; null if the list does not say. */
  readonly licence: string | null;
  readonly cached: boolean;
  /** Reason why it cannot run here; null when it can. */
  readonly obstacle: string | null;
  /** True if it is shown before the full list is opened. */
  readonly suggested: boolean;
  /** True for the default. */
  readonly standard: boolean;
}

/** State of a load that is under way. */
export interface LoadProgress {
  readonly phase: 'download' | 'load' | 'shaders';
  /** Part of the phase that is done, 0 to 1. */
  readonly part: number;
  /** Bytes so far, and in all; null if they are not counted. */
  readonly bytes: number | null;
  readonly of: number | null;
}

/** A model that is ready to be asked. */
export interface LoadedModel {
  /** "web-llm 0.2.86". */
  readonly runtime: string;
  /** SHA-256 of the GGUF or of WebLLM's list of shards with their hashes; null if unknown. */
  readonly digest: string | null;
}

/** A request to a model. */
export interface LocalRequest {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  /** Grammar of the answer; null for free text. */
  readonly grammar: string | null;
  /** Number of letters possible as the first token; 0 if no log-probabilities are wanted. */
  readonly letters: number;
  readonly mostTokens: number;
  readonly temperature: number;
  /** Seed from 1 to 2³¹ − 2. */
  readonly seed: number;
}

/** A model's reply; `tokens` are the likeliest first tokens, null without log-probabilities. */
export interface LocalAnswer {
  readonly text: string;
  readonly tokens: readonly TokenLogprob[] | null;
  readonly tokensIn: number | null;
  readonly tokensOut: number | null;
}

/**
 * Failures are data. `gone`: this worker can no longer be asked anything; `failed`: this question cannot be
 * answered.
 */
export type CallOutcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'gone'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** Called now and then while a model is loaded. */
export type TellProgress = (progress: LoadProgress) => void;

/** Interface of the worker in which the models run. */
export interface ModelWorkerApi {
  facts(): Promise<BrowserFacts>;
  /** @param own the user's own models, listed first */
  choices(kind: LocalKind, own: readonly LocalModelSpec[]): Promise<CallOutcome<readonly ModelChoice[]>>;
  isCached(spec: LocalModelSpec): Promise<boolean>;
  /** @param file the GGUF of a `file:` source, to be kept in the cache. */
  load(spec: LocalModelSpec, file: Blob | null, tell: TellProgress): Promise<CallOutcome<LoadedModel>>;
  say(request: LocalRequest, id: number): Promise<CallOutcome<LocalAnswer>>;
  /** Ends the answer to that request. */
  stop(id: number): Promise<void>;
  remove(spec: LocalModelSpec): Promise<CallOutcome<null>>;
  /** Deletes all models of both runtimes, listed or not. */
  removeAll(): Promise<CallOutcome<null>>;
  ping(): Promise<void>;
}

/** The models of this browser, as seen from outside their worker. */
export interface LocalModels {
  facts(): Promise<BrowserFacts>;
  /** @throws InputError */
  choices(kind: LocalKind, own: readonly LocalModelSpec[]): Promise<readonly ModelChoice[]>;
  /** Fetches what is missing and makes the model ready. Rejects when cancelled. @throws InputError */
  load(spec: LocalModelSpec, file: Blob | null, tell: TellProgress): Promise<LoadedModel>;
  /** Ends the loading; what has arrived stays in the cache. */
  cancel(): void;
  /** @throws InputError */
  remove(spec: LocalModelSpec): Promise<void>;
  /** @throws InputError */
  removeAll(): Promise<void>;
  /** Makes a model ready from the cache only: nothing is fetched. After `gone` another worker is started. */
  ready(spec: LocalModelSpec): Promise<CallOutcome<LoadedModel>>;
  /** Rejects when aborted. */
  say(spec: LocalModelSpec, request: LocalRequest, signal: AbortSignal): Promise<CallOutcome<LocalAnswer>>;
  /** Progress of the load under way; null when there is none. */
  readonly loading: LoadProgress | null;
}

/** A name that is equal for two specs of the same model. */
export const getModelSpecKey = ({ kind, model, source }: LocalModelSpec): string =>
  JSON.stringify(
    source === null ? [kind, model] : [kind, model, source.url, source.library, source.revision],
  );
