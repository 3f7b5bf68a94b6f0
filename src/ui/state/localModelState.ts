import type { LocalKind } from '../../engine/oracle/oracleSetup.ts';
import type { BrowserFacts, LoadProgress, LocalModelSpec, ModelChoice } from '../../workers/protocol/api.ts';

/** The page's knowledge of this browser's models. */
export interface LocalState {
  /** Facts about the browser; null before anyone has looked. */
  readonly facts: BrowserFacts | null;
  readonly choices: Readonly<Partial<Record<LocalKind, readonly ModelChoice[]>>>;
  readonly loading: {
    readonly spec: LocalModelSpec;
    /** Progress; null before the first report. */
    readonly progress: LoadProgress | null;
    /** Start by the page's clock, milliseconds. */
    readonly begun: number;
  } | null;
  /** The model that is ready to be asked. */
  readonly loaded: LocalModelSpec | null;
  /** Why the last model could not be loaded. */
  readonly problem: { readonly spec: LocalModelSpec; readonly reason: string } | null;
}

/** State before the browser has been asked. */
export const NO_MODELS: LocalState = {
  facts: null,
  choices: {},
  loading: null,
  loaded: null,
  problem: null,
};

/** True if two specs mean one model of one source. */
export const isSameLocalModel = (a: LocalModelSpec, b: LocalModelSpec): boolean =>
  a.kind === b.kind && a.model === b.model && JSON.stringify(a.source) === JSON.stringify(b.source);
