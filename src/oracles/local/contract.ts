import type { TokenLogprob } from '../../engine/answerFormats/letter.ts';
import type { LocalKind, LocalSetup } from '../../engine/config.ts';

/** One model of one runtime. */
export type LocalModelSpec = Pick<LocalSetup, 'kind' | 'model' | 'source'>;

/** What this browser has for a model to run on. */
export interface BrowserFacts {
  /** `none`: the browser knows no WebGPU; `no adapter`: it knows it, and has nothing to offer. */
  readonly webgpu: 'ready' | 'no adapter' | 'none';
  readonly shaderF16: boolean;
  /** Bytes; 0 without an adapter. */
  readonly largestBuffer: number;
  /** Bytes that the browser lets this page keep beside what it keeps; null where it does not say. */
  readonly free: number | null;
  /** Bytes that it keeps for this page: models, before all. */
  readonly used: number | null;
}

/** A model that can be chosen. */
export interface ModelChoice extends LocalModelSpec {
  /** For people: "SmolLM2 360M". */
  readonly label: string;
  /** "q4f32_1", "Q4_K_M"; empty where it is not known. */
  readonly quantization: string;
  /** MB; null where it is not known. */
  readonly memory: number | null;
  /** MB, about; null where it is not known. */
  readonly download: number | null;
  /** Null where the list does not say. */
  readonly licence: string | null;
  readonly cached: boolean;
  /** Why it cannot run here; null when it can. */
  readonly obstacle: string | null;
  /** Shown before all others are asked for. */
  readonly suggested: boolean;
  /** Taken where nobody chooses. */
  readonly standard: boolean;
}

/** State of a load that is under way. */
export interface LoadProgress {
  readonly phase: 'download' | 'load' | 'shaders';
  /** Of the phase, 0 to 1. */
  readonly part: number;
  /** Bytes so far and of all; null where nobody counts. */
  readonly bytes: number | null;
  readonly of: number | null;
}

/** A model that is ready to be asked. */
export interface LoadedModel {
  /** "web-llm 0.2.86". */
  readonly runtime: string;
  /** SHA-256 of what was loaded: the GGUF, or WebLLM's list of shards with their hashes; null where it is not known. */
  readonly digest: string | null;
}

/** What a model is asked. */
export interface LocalRequest {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  /** What the answer must look like; null for a free text. */
  readonly grammar: string | null;
  /** How many letters can stand in the first token's place; 0 where no log-probabilities are wanted. */
  readonly letters: number;
  readonly mostTokens: number;
  readonly temperature: number;
  /** 1 to 2³¹ − 2. */
  readonly seed: number;
}

/** A model's reply; `tokens` are the likeliest first tokens, null without log-probabilities. */
export interface LocalSaid {
  readonly text: string;
  readonly tokens: readonly TokenLogprob[] | null;
  readonly tokensIn: number | null;
  readonly tokensOut: number | null;
}

/** Failures are data. `gone`: nothing more can be asked of this worker; `failed`: this question cannot be answered. */
export type CallOutcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'gone'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** Called now and then while a model is loaded. */
export type TellProgress = (progress: LoadProgress) => void;

/** What the worker can be asked in which the models run. */
export interface ModelWorkerApi {
  facts(): Promise<BrowserFacts>;
  /** @param own of the user's, to be listed first. */
  choices(kind: LocalKind, own: readonly LocalModelSpec[]): Promise<CallOutcome<readonly ModelChoice[]>>;
  isCached(spec: LocalModelSpec): Promise<boolean>;
  /** @param file the GGUF of a `file:` source, to be kept in the cache. */
  load(spec: LocalModelSpec, file: Blob | null, tell: TellProgress): Promise<CallOutcome<LoadedModel>>;
  say(request: LocalRequest, id: number): Promise<CallOutcome<LocalSaid>>;
  /** Ends the answer to that request. */
  stop(id: number): Promise<void>;
  remove(spec: LocalModelSpec): Promise<CallOutcome<null>>;
  /** Deletes all models of both runtimes, listed or not. */
  removeAll(): Promise<CallOutcome<null>>;
  ping(): Promise<void>;
}

/** The models of this browser, as everybody but their worker sees them. */
export interface LocalModels {
  facts(): Promise<BrowserFacts>;
  /** @throws InputError */
  choices(kind: LocalKind, own: readonly LocalModelSpec[]): Promise<readonly ModelChoice[]>;
  /** Fetches what is not there and makes it ready. Rejects when cancelled. @throws InputError */
  load(spec: LocalModelSpec, file: Blob | null, tell: TellProgress): Promise<LoadedModel>;
  /** Ends the loading; what has come stays in the cache. */
  cancel(): void;
  /** @throws InputError */
  remove(spec: LocalModelSpec): Promise<void>;
  /** @throws InputError */
  removeAll(): Promise<void>;
  /** Ready, from the cache only: nothing is fetched. After `gone` another worker is started. */
  ready(spec: LocalModelSpec): Promise<CallOutcome<LoadedModel>>;
  /** Rejects when aborted. */
  say(spec: LocalModelSpec, request: LocalRequest, signal: AbortSignal): Promise<CallOutcome<LocalSaid>>;
  /** How far the loading is that is under way; null when none is. */
  readonly loading: LoadProgress | null;
}

/** The same for two that mean one model. */
export const nameOf = ({ kind, model, source }: LocalModelSpec): string =>
  JSON.stringify(
    source === null ? [kind, model] : [kind, model, source.url, source.library, source.revision],
  );
