import type {
  LoadedModel,
  LocalModelSpec,
  LocalRequest,
  LocalSaid,
  ModelChoice,
  TellProgress,
} from './contract.ts';

/** What runs models inside the worker. One model at a time, one request at a time. Every method may throw. */
export interface Runtime {
  /** @param own listed before all others. */
  choices(own: readonly LocalModelSpec[]): Promise<readonly ModelChoice[]>;
  isCached(spec: LocalModelSpec): Promise<boolean>;
  /** Fetches what is not cached. */
  load(spec: LocalModelSpec, file: Blob | null, tell: TellProgress): Promise<LoadedModel>;
  unload(): Promise<void>;
  say(request: LocalRequest, signal: AbortSignal): Promise<LocalSaid>;
  remove(spec: LocalModelSpec): Promise<void>;
}
