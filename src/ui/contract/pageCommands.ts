import type { Tick } from '../../engine/core/indices.ts';
import type { Files } from '../../engine/files/namedFile.ts';
import type { Prompt } from '../../engine/oracle/formats/prompt.ts';
import type { Estimate, ServerReport } from '../../engine/oracle/oracleReport.ts';
import type { Limits, LocalKind, OracleSetup, RemoteSetup } from '../../engine/oracle/oracleSetup.ts';
import type { ParameterValue } from '../../engine/parameters/parameterDefinition.ts';
import type { BranchOrigin, Change, OwnInput, Setup } from '../../engine/setup/config.ts';
import type { Job } from '../../engine/worlds/worldPlan.ts';
import type {
  DocumentForm,
  ExportForm,
  LocalModelSpec,
  Progress,
  PutQuestion,
  RunSource,
  Tried,
} from '../../workers/protocol/api.ts';
import type { KnownFile } from '../state/fileKinds.ts';
import type { Intent } from '../state/pageState.ts';
import type { LeftRun, SavedList } from '../state/savedRow.ts';
import type { RemoteEngine } from './remoteEngine.ts';

/**
 * Use of a set of recordings: in place of the run on the screen; added to it; compared with it; or two sets, a file
 * each, compared with each other.
 */
export type SetUse = 'instead' | 'more' | 'beside' | 'each';

/** Commands for the user's files. */
export interface FileCommands {
  /** Replaces an input of the model by the user's files; null: by the bundled one. @param branchOf what that branches off from */
  openOwn(name: OwnInput, files: readonly File[] | null, branchOf?: BranchOrigin): Promise<void>;
  /**
   * Opens files that were dropped on the page or chosen, each at its place, in one run. What can be compared with the
   * run on the screen is offered instead: `offered` in the store.
   * @param meant the input that they were chosen for
   * @param as what was chosen of such an offer
   */
  openFiles(files: readonly File[], meant?: OwnInput, as?: SetUse): Promise<void>;
  /** Reads the user's network as is chosen, and starts again. */
  chooseReading(part: Pick<Setup, 'direction' | 'repeats' | 'groups'>): Promise<void>;
}

/** Commands of views for the key of the decider. */
export interface KeyCommands {
  /** For these base URLs; kept in memory of page and worker only. Empty forgets it. */
  setKey(key: string, urls: readonly string[]): void;
  hasKey(urls: readonly string[]): boolean;
}

/** Questions of views about the decider. Failures reject with a line that can be shown. */
export interface OracleCommands {
  /**
   * Opens a run document, chosen or dropped on the page, and repeats its run from its answers.
   * @param beside inputs that the document does not hold
   */
  openRecording(document: File, beside?: readonly KnownFile[]): Promise<void>;
  testConnection(oracle: RemoteSetup): Promise<readonly ServerReport[]>;
  /** Limits of the run that is open. */
  setLimits(limits: Limits): Promise<void>;
  /** Checks every section of the document that is replayed; what comes of it is with the run. */
  verify(): Promise<void>;
  estimate(setup: Setup, rounds: number): Promise<Estimate>;
  /** Asks the current decider a question of the next round or any before it. The run stays as it is. */
  dryRun(question: PutQuestion): Promise<Tried>;
  /** The prompt of a question that was put, as the model that decides now would be given it. Nothing is sent. */
  trialPrompt(question: PutQuestion): Promise<Prompt>;
  /** Puts the question once to that model, with another prompt. The run stays as it is. */
  askOnce(question: PutQuestion, prompt: Prompt): Promise<Tried>;
  /**
   * Lets another oracle decide from the next round on; the run stays. While an earlier round is looked at, from the one
   * after it on, in a branch.
   */
  goOn(oracle: OracleSetup): Promise<void>;
  /** Both measurements ask again, and keep the result for the run on the screen. */
  measureOrder(): Promise<void>;
  measureArchetypes(): Promise<void>;
}

/** Commands for the models of this browser; the answers come through the store. */
export interface LanguageModelCommands {
  /** Finds out what models can run on, and which there are. Loads the runtime, no model. */
  lookAtModels(kind: LocalKind): Promise<void>;
  /** Fetches what is missing and makes it ready; a run that plays is paused. @param file of a `file:` source. */
  loadModel(spec: LocalModelSpec, file?: Blob | null): Promise<boolean>;
  /** Cancels a load; what has arrived stays in the browser's cache. */
  cancelModel(): Promise<void>;
  removeModel(spec: LocalModelSpec): Promise<void>;
  /** Deletes all models from this browser, including those on no list. */
  removeAllModels(kind: LocalKind): Promise<void>;
  /** Takes a user's own model off the list. */
  forgetModel(spec: LocalModelSpec): Promise<void>;
  /** Opens a GGUF, chosen or dropped on the page: a copy is kept in this browser, and the panel shows it. */
  openModelFile(file: File): Promise<void>;
}

/** Commands for the hosts that the page may reach. They reload the page; the run is there again. */
export interface ReloadCommands {
  /** Lets the page reach more hosts. @param intent what to do after the reload */
  reach(hosts: readonly string[], intent: Intent): Promise<void>;
  /** Revokes a host that the user has allowed. */
  release(host: string): Promise<void>;
}

/** Commands for the run's time. */
export interface PlayCommands {
  step(): Promise<void>;
  toggle(): Promise<void>;
  setSpeed(index: number): void;
}

/** Commands that lead from the run on the screen to the next. */
export interface ReopenCommands {
  /** Opens a run of another model with its defaults; the oracle stays. */
  openModel(model: string): Promise<void>;
  /**
   * Opens the same run again from round 0, with a part of its set-up replaced. If answers of a model would be lost the
   * user is asked first, unless `sure`.
   */
  reset(part?: Partial<Setup>, sure?: boolean): Promise<void>;
  newSeed(): Promise<void>;
  /** Has the run again from which the one on the screen branched off. */
  undo(): Promise<void>;
  /** Has the branch again that was undone last, unless another run was opened since. */
  redo(): Promise<void>;
  /**
   * Changes a live parameter from the round after the one that is looked at: the run is played again up to there, and in
   * another way up to its head. Does nothing at the head.
   */
  branch(name: string, value: ParameterValue): Promise<void>;
  /**
   * Plays the run again with a change in a tick that it has played, or in the next one, up to its head. That run can be
   * brought back.
   * @param instead one of its changes, in the place of which the new one comes
   */
  fork(change: Change, instead?: Change): Promise<void>;
  /**
   * Has a run that ended by its length go on: it becomes the run that was longer from the start, as far as it was played.
   * Answers that were given are repeated.
   * @param parameter by which it ends, and its new value
   */
  lengthen(parameter: string, value: number): Promise<void>;
}

/** Commands for a second run next to the one on the screen. */
export interface PairCommands {
  /** Plays another run to the round of the one on the screen, and compares them. @param isOwnB true if that one is B */
  compare(
    source: RunSource,
    words: { readonly own: string; readonly other: string },
    isOwnB?: boolean,
  ): Promise<boolean>;
  /** Compares with a run document. */
  compareFile(file: File): Promise<boolean>;
  /** Brings the other run on the screen, at the same round and agents, and compares it with this one. */
  swapPair(): Promise<void>;
  /** Has the run on the screen alone again. */
  leavePair(): Promise<void>;
}

/** Commands for the runs that this browser keeps. */
export interface SavedRunsCommands {
  /** Opens a saved run at its last round; the run on the screen is saved as well. @returns true if it is there */
  openKept(id: string): Promise<boolean>;
  /** Restores the run that the page had before it was reloaded or killed; if it cannot, `otherwise` opens a run. */
  openLeft(left: LeftRun, otherwise: () => Promise<void>): Promise<void>;
  listKept(): Promise<SavedList>;
  /** Renames or pins one. */
  amendKept(id: string, part: { readonly name?: string | null; readonly isPinned?: boolean }): Promise<void>;
  forgetKept(id: string): Promise<void>;
  /** Saves one as a file, which can be dropped on any page. */
  saveKept(id: string): Promise<void>;
  /** Keeps the run of such a file, and opens it. */
  takeKept(file: File): Promise<void>;
}

/** A question about many worlds. */
export interface WorldsQuestion {
  readonly worlds: number;
  /** The last tick of the worlds; absent: that of the run on the screen. */
  readonly rounds?: Tick;
  /** A part of the run that is repeated, and the first tick with new draws; absent: other seeds from the start. */
  readonly subject?: string | null;
  readonly from?: Tick | null;
  /** One or two parameters and their values: `resharing=0:2:0.25`. */
  readonly sweep?: readonly string[];
  /** Name of the outcome to show first; absent: the previous one, else the model's first. */
  readonly outcome?: string;
  /** True if the run without its change is played in the same worlds. */
  readonly isAgainstUnchanged?: true;
  /** True if the built-in policy decides the same worlds in addition to the language model. */
  readonly isAgainstPolicy?: true;
}

/** Commands for other worlds of the run on the screen. */
export interface WorldsPageCommands {
  /** Has ready what plays them: somebody is about to ask. */
  readyWorlds(): Promise<void>;
  /** Plays worlds, up to the run's round or another one; finished worlds stay. A language model is not asked before `goOnWorlds`. */
  playWorlds(question: WorldsQuestion): Promise<void>;
  /** Plays on what was stopped. */
  goOnWorlds(): Promise<void>;
  stopWorlds(): Promise<void>;
  /** Has the page as it was without them. */
  leaveWorlds(): Promise<void>;
  /**
   * Opens a run in place of the one on the screen and, with a question, plays its worlds once it has reached their last
   * round. If answers of a model would be lost the user is asked first.
   */
  openAsked(setup: Setup, rounds: number, question: WorldsQuestion | null): Promise<void>;
  /** Opens one in place of the run on the screen; null: the run that they are worlds of. */
  openWorld(world: Job | null): Promise<void>;
}

/** Commands for pause conditions. */
export interface PausesPageCommands {
  /** @returns the problem if the run on the screen cannot meet it; null for none */
  addPause(text: string): Promise<string | null>;
  /** Names of the agent values that conditions can read. */
  agentValues(): Promise<readonly string[]>;
  /** Changes one, or removes it. */
  setPause(text: string, part: { readonly isOn: boolean } | null): Promise<void>;
  /** Shows the last round before the one on the screen that met one that is on. */
  backToMet(): Promise<void>;
}

/** Commands that no first picture needs. */
export interface LateCommands
  extends SavedRunsCommands,
    PairCommands,
    FileCommands,
    OracleCommands,
    LanguageModelCommands,
    ReloadCommands,
    WorldsPageCommands,
    PausesPageCommands,
    ReopenCommands {
  /** Plays a paused run up to a tick, at full speed; no effect if it is there. Does not wait for it. */
  playTo(tick: Tick): Promise<void>;
  /** Announces that a language model decides in the run of the address, before it is asked. */
  tellReady(setup: Setup, rounds: number): Promise<void>;
  /** Has all views show another region of a chart with hierarchy; what is selected stays. */
  showRegion(region: number): Promise<void>;
  /** Counts the run by another value of a parameter on which only measures depend; what is selected stays. */
  measureBy(name: string, value: ParameterValue): Promise<void>;
}

/** Commands of the views; answers come through the store. */
export interface PageCommands extends LateCommands, KeyCommands, PlayCommands {
  /**
   * Opens a run; when it cannot be opened, the one on the screen stays. Resolves to whether it is there.
   * @param rounds to be played at once; absent: a recording to its end, any other run none
   */
  open(setup: Setup, files?: Files, rounds?: number): Promise<boolean>;
  /** Starts the engine while it is still being found out what it is to open. */
  prepare(): void;
  /**
   * Opens the first run: with its model's defaults if the address's set-up cannot be opened.
   * @param setup null if the address could not be read
   * @param files that came with the address
   */
  start(setup: Setup | null, rounds: number, files?: Files): Promise<void>;
  /** The user's files that the run on the screen is made from. */
  ownFiles(): Files;
  change(name: string, value: ParameterValue): Promise<void>;
  /** An answer about the run on the screen; null if it is no longer available. @param again action of *Try again* */
  ask<Answer>(question: (api: RemoteEngine) => Promise<Answer>, again?: () => void): Promise<Answer | null>;
  /** Writes the run's document, or its network. @returns the round at whose end it was written */
  exportRun(
    form: ExportForm,
    write: (bytes: Uint8Array) => Promise<void>,
    progress: Progress,
  ): Promise<number>;
  /** Bytes that it will take in each form, estimated. */
  exportSizes(): Promise<Readonly<Record<DocumentForm, number>>>;
  cancelExport(): Promise<void>;
  dispose(): void;
}
