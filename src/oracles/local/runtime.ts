import type {
  LoadedModel,
  LocalAnswer,
  LocalModelSpec,
  LocalRequest,
  ModelChoice,
  TellProgress,
} from './localModelContract.ts';

/** A runtime for models inside the worker: one model, and one request, at a time. Every method may throw. */
export interface Runtime {
  /** @param own listed before all others. */
  choices(own: readonly LocalModelSpec[]): Promise<readonly ModelChoice[]>;
  isCached(spec: LocalModelSpec): Promise<boolean>;
  /** Loads a model, fetching what is not cached. */
  load(spec: LocalModelSpec, file: Blob | null, tell: TellProgress): Promise<LoadedModel>;
  unload(): Promise<void>;
  say(request: LocalRequest, signal: AbortSignal): Promise<LocalAnswer>;
  remove(spec: LocalModelSpec): Promise<void>;
}
