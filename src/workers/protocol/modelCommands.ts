import type { LocalKind } from '../../engine/oracle/oracleSetup.ts';
import type {
  BrowserFacts,
  LoadedModel,
  LocalModelSpec,
  ModelChoice,
  TellProgress,
} from '../../oracles/local/localModelContract.ts';

/** Commands for the models of this browser. Every rejection's message is one line. */
export interface ModelCommands {
  /** This browser's means of running a model. Nothing is fetched from elsewhere. */
  browserFacts(): Promise<BrowserFacts>;
  /**
   * The models that one runtime can run; loads the runtime, no model.
   * @param own the user's own models, listed first.
   */
  modelChoices(kind: LocalKind, own: readonly LocalModelSpec[]): Promise<readonly ModelChoice[]>;
  /**
   * Fetches what is not in the browser's cache and makes it ready; the model before it makes room. Rejects when
   * cancelled: what has arrived stays.
   * @param file the GGUF of a `file:` source.
   */
  loadModel(spec: LocalModelSpec, file: Blob | null, tell: TellProgress): Promise<LoadedModel>;
  cancelModel(): Promise<void>;
  /** Deletes a model from the browser's cache. */
  removeModel(spec: LocalModelSpec): Promise<void>;
  /** Deletes all models, including those on no list. */
  removeAllModels(): Promise<void>;
}
