import type {
  Files,
  Limits,
  LocalKind,
  OracleSetup,
  OwnInput,
  ParameterValue,
  RemoteSetup,
  Setup,
} from '../engine/config.ts';
import type { Estimate, ServerReport } from '../engine/oracleReport.ts';
import type { ExportedDocument, LocalModelSpec, Progress } from '../workers/api.ts';
import type { RemoteEngine } from './remoteEngine.ts';
import type { Intent } from './store/pageState.ts';

/** What views can do with files of the user's. */
export interface FileLink {
  /** An edge list, chosen or dropped on the page. */
  openFile(edges: File): Promise<void>;
  /** What the model is made from, in the place of what is bundled; null: the bundled again. */
  openOwn(name: OwnInput, files: readonly File[] | null): Promise<void>;
  /** Whatever can be dropped on the page. */
  openDropped(...files: readonly File[]): Promise<void>;
}

/** What views can do with the key of those who decide. */
export interface KeyLink {
  /** For these base URLs; kept in memory of page and worker only. Empty forgets it. */
  setKey(key: string, urls: readonly string[]): void;
  hasKey(urls: readonly string[]): boolean;
}

/** What views can ask about who decides. Failures reject with a line that can be shown. */
export interface OracleLink {
  /** A run document, chosen or dropped on the page: its run is repeated from its answers. */
  openRecording(document: File): Promise<void>;
  testConnection(oracle: RemoteSetup): Promise<readonly ServerReport[]>;
  /** Limits of the run that is open. */
  setLimits(limits: Limits): Promise<void>;
  estimate(setup: Setup, rounds: number): Promise<Estimate>;
  /** Somebody else decides from the next round on; the run stays. */
  goOn(oracle: OracleSetup): Promise<void>;
  /** Both ask again, and keep the result for the run on the screen. */
  measureOrder(): Promise<void>;
  measureArchetypes(): Promise<void>;
}

/** What views can ask about the models of this browser; the answers come through the store. */
export interface ModelLink {
  /** What there is to run a model on, and which models there are. Loads the runtime, no model. */
  lookAtModels(kind: LocalKind): Promise<void>;
  /** Fetches what is missing and makes it ready; a run that plays is paused. @param file of a `file:` source. */
  loadModel(spec: LocalModelSpec, file?: Blob | null): Promise<boolean>;
  /** What has come stays in the browser's cache. */
  cancelModel(): Promise<void>;
  removeModel(spec: LocalModelSpec): Promise<void>;
  /** Deletes all models from this browser, what no list shows as well. */
  removeAllModels(kind: LocalKind): Promise<void>;
  /** Takes a model of the user's off the list. */
  forgetModel(spec: LocalModelSpec): Promise<void>;
  /** A GGUF, chosen or dropped on the page: a copy is kept in this browser, and the panel shows it. */
  openModelFile(file: File): Promise<void>;
}

/** What views can ask for about the hosts that the page may reach. Both load the page anew; the run stays. */
export interface ReloadLink {
  /** Lets the page reach more hosts. @param intent what is done when it stands again */
  reach(hosts: readonly string[], intent: Intent): Promise<void>;
  /** Takes a host back that the user has allowed. */
  release(host: string): Promise<void>;
  /** Makes the saved page stand again; where it cannot, `otherwise` opens a run. */
  restore(id: string, otherwise: () => Promise<void>): Promise<void>;
  /** Gives up the saved page that could not be restored. */
  giveUp(): Promise<void>;
}

/** What views can do with the run's time. */
export interface PlayLink {
  step(): Promise<void>;
  toggle(): Promise<void>;
  setSpeed(index: number): void;
}

/** Commands that no first picture needs. */
export interface RareLink extends FileLink, OracleLink, ModelLink, ReloadLink {}

/** What views can ask for; the answers come through the store. */
export interface Link extends RareLink, KeyLink, PlayLink {
  /** Opens a run; when it cannot be opened, the one on the screen stays. Resolves to whether it is there. */
  open(setup: Setup, files?: Files, rounds?: number): Promise<boolean>;
  /** Starts the engine while it is still being found out what it is to open. */
  prepare(): void;
  /** The first run: with its model's defaults if the address's set-up cannot be opened. */
  start(setup: Setup, rounds: number): Promise<void>;
  /** A run of another model, with that model's defaults; the same decides. */
  openModel(model: string): Promise<void>;
  /**
   * The same run again from round 0, with a part of its set-up replaced. Where answers of a model would be lost the
   * user is asked first, unless `sure`.
   */
  reset(part?: Partial<Setup>, sure?: boolean): Promise<void>;
  newSeed(): Promise<void>;
  change(name: string, value: ParameterValue): Promise<void>;
  /** An answer about the run on the screen; null where it cannot be had any more. */
  ask<Answer>(question: (api: RemoteEngine) => Promise<Answer>): Promise<Answer | null>;
  exportRun(progress: Progress): Promise<ExportedDocument>;
  cancelExport(): Promise<void>;
  dispose(): void;
}
