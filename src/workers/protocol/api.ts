import type { Groups } from '../../engine/core/agentGroups.ts';
import type { Tick } from '../../engine/core/indices.ts';
import type { SheetCheck } from '../../engine/export/checkSheet.ts';
import type { DocumentComparison } from '../../engine/export/compareDocuments.ts';
import type { Verdict } from '../../engine/export/verdict.ts';
import type { Files, NamedFile } from '../../engine/files/namedFile.ts';
import type { HashRule } from '../../engine/log/hashRule.ts';
import type { Frame } from '../../engine/model/frame.ts';
import type { ComparisonReport, SubjectDefinition } from '../../engine/model/model.ts';
import type { OutcomeDefinition } from '../../engine/model/outcomeDefinition.ts';
import type { NetworkInfo } from '../../engine/network/networkInfo.ts';
import type {
  Estimate,
  KinError,
  OracleReport,
  OrderSensitivity,
  ServerReport,
} from '../../engine/oracle/oracleReport.ts';
import type { Limits, OracleSetup, RemoteSetup } from '../../engine/oracle/oracleSetup.ts';
import type {
  ParameterDefinition,
  ParameterTable,
  ParameterValue,
} from '../../engine/parameters/parameterDefinition.ts';
import type { Change, RunConfig, Setup } from '../../engine/setup/config.ts';
import type { ChartOutline } from '../../engine/statechart/buildChartOutline.ts';
import type { ChartWords, PlainWords } from '../../engine/statechart/definition.ts';
import type {
  BrowserFacts,
  LoadedModel,
  LoadProgress,
  LocalModelSpec,
  ModelChoice,
  TellProgress,
} from '../../oracles/local/localModelContract.ts';
import type { RunFile } from '../../oracles/recording/runFile.ts';
import type { AskedSoFar } from '../../oracles/worlds/countAskedQuestions.ts';
import type { SavingState } from '../../storage/runKeeper.ts';
import type {
  DocumentForm,
  ExportCommands,
  ExportedDocument,
  ExportForm,
  Progress,
  TraceForm,
} from './exportCommands.ts';
import type { ModelCommands } from './modelCommands.ts';
import type { PauseCommands } from './pauseCommands.ts';
import type {
  AsOf,
  EventPage,
  EventsAsked,
  EventsForm,
  PopulationReport,
  ReadCommands,
  SortOrder,
  StatesAt,
  TimelineRows,
} from './readCommands.ts';
import type { SavedRunFacts } from './savedRunFacts.ts';
import type { PutQuestion, TrialCommands, Tried } from './trialCommands.ts';
import type { FirstWorldsCommands, WorldsAsked, WorldsCommands } from './worldsCommands.ts';

/** A chart as the page draws it. */
export interface ChartInfo {
  readonly name: string;
  /** Of a chart with hierarchy: the region that is shown, and the states whose leaves each has; null for the chart itself. */
  readonly region?: { readonly shown: number; readonly names: readonly (string | null)[] };
  readonly states: readonly string[];
  readonly initial: string;
  readonly transitions: readonly {
    readonly trigger: string;
    readonly source: string;
    readonly target: string;
    /** The guard in words ("session left = 0"); null for none. */
    readonly guard: string | null;
    /** True if it stems from a wildcard edge. */
    readonly wildcard?: boolean;
    /** Represents all ways to its target that are not distinguished, several transitions at once among them. */
    readonly isRest?: true;
    /** Its own words, in place of its trigger's. */
    readonly words?: Partial<PlainWords>;
  }[];
  readonly words?: ChartWords;
  /** Of a chart with hierarchy, all of it. */
  readonly outline?: ChartOutline;
}

/** Facts that stay the same during a run; everything else comes in frames. */
export interface RunInfo {
  readonly epoch: number;
  readonly config: RunConfig;
  readonly chart: ChartInfo;
  readonly parameters: readonly ParameterDefinition[];
  /** The table that some of them form; null for none. */
  readonly table: ParameterTable | null;
  /** The model's scalar results. */
  readonly outcomes: readonly OutcomeDefinition[];
  /** Subject that its model can measure in addition to the whole; absent for none. */
  readonly subject?: SubjectDefinition;
  /** Names of a frame's per-tick series; social: likes, replies, reshares, posts. */
  readonly series: readonly string[];
  /** The model's own division of its agents (social: archetypes); null: none. */
  readonly groups: Groups | null;
  /** The division by the file of their network, the same object if that is the model's division; absent: none. */
  readonly networkGroups?: Groups;
  /** The name shown for each agent: the user's label, the profile's name, the mission's title. */
  readonly names: readonly string[];
  /** Remarks of the loader: "3 repeated edges counted once". */
  readonly notes: readonly string[];
  /** Hand-overs to another oracle, by tick; absent for none. */
  readonly handOvers?: readonly HandOver[] | undefined;
  /** If a recording decides: hash of its run, which was all the policy's; absent for none. */
  readonly repeats?: string;
}

/** Another oracle decides from a tick on. */
export interface HandOver {
  readonly tick: Tick;
  readonly kind: string;
  /** Of a language model, its name. */
  readonly model?: string;
}

/** Facts in a run document about the run that it recorded. */
export interface RecordingInfo {
  /** Opens the same run; its oracle is the recording. */
  readonly setup: Setup;
  /** Inputs that the document itself holds. */
  readonly files: Files;
  readonly rounds: number;
  readonly hash: string;
  /** Under an older rule the same run has another hash. */
  readonly hashRule: HashRule;
  readonly notes: readonly string[];
  /** The sheet that it was handed in with; null for none. */
  readonly sheet: SheetCheck | null;
}

/** A run as it was left, to be continued. */
export interface SavedRun {
  /** Its run document. */
  readonly document: NamedFile;
  /** Spent on the language model. */
  readonly spent: { readonly calls: number; readonly tokens: number };
}

/** Source of a run to compare with. */
export type RunSource =
  /** Played again by the policy, to a round. */
  | { readonly kind: 'setup'; readonly setup: Setup; readonly files: Files; readonly rounds: Tick }
  /** A run document, by its answers. */
  | { readonly kind: 'document'; readonly file: RunFile }
  /** One that this browser keeps. */
  | { readonly kind: 'kept'; readonly id: string };

/** A run next to the open one. */
export interface OtherRun {
  readonly info: RunInfo;
  readonly setup: Setup;
  /** The user's files that it is made from. */
  readonly files: Files;
  /** All its ticks. */
  readonly frame: Frame;
  /** Hash that its document claims; null if there is none to compare with. */
  readonly recorded: { readonly hash: string; readonly hashRule: HashRule } | null;
}

/**
 * Differences of two runs up to the last tick that both have; lists are cut, counts are not. `report`: the model's own
 * comparison.
 */
export interface Differences extends DocumentComparison {
  readonly until: Tick;
  readonly parted: number;
  readonly endOtherwise: number;
  readonly grewOtherwise: number;
  readonly report: ComparisonReport | null;
}

/** Commands for a run next to the open one. */
export interface OtherRunCommands {
  /** Plays it to its end; the previous one goes. Rejects for a run of another model. */
  openOther(source: RunSource, progress: Progress | null): Promise<OtherRun>;
  /** Plays it on to a tick, as far as its answers reach. @returns the ticks that are new; null for none */
  playOther(tick: Tick): Promise<Frame | null>;
  /** @param isOwnB whether the open run is B */
  differences(isOwnB: boolean): Promise<Differences>;
  /** Asks it what can be asked of the open run. */
  readOther(name: keyof ReadCommands, args: readonly unknown[]): Promise<unknown>;
  /** Its run document. Rejects if there is none to compare with. */
  otherDocument(): Promise<ExportedDocument>;
  closeOther(): Promise<void>;
}

/** Commands for runs that are kept in this browser, each under an id of the page's choice. */
export interface KeepCommands {
  /**
   * Saves the open run from now on.
   * @param tell called whenever more is saved, and when something is in the way
   * @param isAsked true if a replay of a large document is saved as well
   */
  keep(id: string, tell: (kept: SavingState) => void, isAsked?: boolean): Promise<void>;
  /** Writes the unsaved part of the open run. @returns its saved extent. Rejects if it is not saved at all. */
  keptNow(): Promise<SavingState>;
  /** Rejects if nothing of it can be read. */
  keptFacts(id: string): Promise<SavedRunFacts>;
  /**
   * Opens a saved run at its last round, and continues saving it. Rejects if it is open elsewhere or becomes another
   * run.
   */
  bringBack(id: string, tell: (kept: SavingState) => void, progress: Progress | null): Promise<RunInfo>;
  /** A kept run as one file, which `takeKept` reads on any computer. */
  keptFile(id: string): Promise<Uint8Array>;
  /** Keeps a run of such a file. Rejects for anything else. */
  takeKept(id: string, file: NamedFile): Promise<SavedRunFacts>;
  /** Deletes a kept run; rejects for one that is open elsewhere. */
  forgetKept(id: string): Promise<void>;
  /** Deletes what is kept under no known id, is older than a day and open nowhere. @returns the ids */
  sweepKept(known: readonly string[]): Promise<readonly string[]>;
}

/** Commands that do not belong to a run's own session. */
export type OtherCommands = ModelCommands &
  ReadCommands &
  OtherRunCommands &
  KeepCommands &
  ExportCommands &
  PauseCommands &
  TrialCommands &
  WorldsCommands &
  FirstWorldsCommands;

/**
 * The interface of the engine's worker. Commands go through comlink; frames come through the port given to
 * `connect`. Every rejection's message is one line that can be shown as it is.
 */
export interface EngineApi extends OtherCommands {
  /**
   * Frames are sent through `frames`. The page answers each with `FrameAck`; at most two are under way, and
   * what happens meanwhile waits for the next one. `root` is the URL of the folder with Statescope's bundled
   * files.
   */
  connect(frames: MessagePort, root: string): Promise<void>;
  /** Answers at once, unless something is being computed that no message can break off. */
  ping(): Promise<void>;
  /**
   * Opens a new run and plays its warm-up. A bad set-up rejects, and the previous run stays; so does one that
   * would take much memory, unless `isLarge` says that it may.
   */
  open(setup: Setup, files: Files, progress: Progress | null, isLarge?: boolean): Promise<RunInfo>;
  /**
   * Opens a run and plays it to the end of its document, by the document's answers. From there on the set-up's own
   * oracle decides. Rejects when it does not become the same run; the previous run then stays.
   */
  resume(setup: Setup, files: Files, saved: SavedRun, progress: Progress | null): Promise<RunInfo>;
  /**
   * Opens a run that branches off the open one: its answers are repeated up to a tick and stay the new run's own, from
   * there on the set-up's oracle decides.
   * @param setup the open run's, but for changes after that tick
   */
  branch(setup: Setup, from: Tick, progress: Progress | null): Promise<RunInfo>;
  /** Opens a world that `askWorlds` has played, by its recorded answers; rejects if these are gone. */
  openAsked(setup: Setup, progress: Progress | null): Promise<RunInfo>;
  /** One tick; resolves when it is sealed. */
  step(): Promise<void>;
  /** `ticksPerSecond` 0 = as fast as it goes. Plays until `pause`. */
  play(ticksPerSecond: number): Promise<void>;
  pause(): Promise<void>;
  /** Plays at full speed to `tick`; resolves when it is sealed or when paused on the way. */
  runTo(tick: Tick): Promise<void>;
  /** Lets another oracle decide from the next round on; the run and its answers stay. Pauses it. */
  goOn(oracle: OracleSetup): Promise<void>;
  /** Takes effect in the next tick. @returns all changes of the run, including this one with its tick. */
  change(name: string, value: ParameterValue): Promise<readonly Change[]>;
  /** Has all views but the chart itself show another region of a chart with hierarchy; frames come from the first tick again. Pauses the run. */
  showRegion(region: number): Promise<RunInfo>;
  /** Counts the whole run by another value of a parameter on which only measures depend; frames come from the first tick again. Pauses the run. */
  measureBy(name: string, value: ParameterValue): Promise<RunInfo>;
  /**
   * The comparison of the run's model. If the policy decides, it is played in full; else a counterpart of the run is,
   * with the same model asked. Rejects for a model without a comparison.
   */
  compare(): Promise<unknown>;
  /** Reads a run document; runs whose oracle is `replay` take their answers from the last one that was read. */
  readRecording(file: RunFile): Promise<RecordingInfo>;
  /**
   * Checks the whole replayed document against the content that follows from its set-up, seed and answers, next to the
   * open run.
   */
  verify(progress: Progress | null): Promise<Verdict>;
  /** Sets the key for these base URLs only; kept in memory until another one comes. Empty for none. */
  setKey(key: string, urls: readonly string[]): Promise<void>;
  /** Takes effect with the next call. */
  setLimits(limits: Limits): Promise<void>;
  /** One report per base URL. Sends one small question if a server answers. */
  testConnection(oracle: RemoteSetup): Promise<readonly ServerReport[]>;
  /** Estimates the requests of a run from round 0; plays it with the policy next to the open run. */
  estimate(setup: Setup, rounds: number): Promise<Estimate>;
  /** Report on the language model; null if none decides. */
  oracleReport(): Promise<OracleReport | null>;
  /** Asks the last `questions` again, with their options rotated by one. */
  measureOrder(questions: number): Promise<OrderSensitivity>;
  /**
   * Asks the agents of the last `questions` individually, against what their archetype's answer gave them.
   */
  measureArchetypes(questions: number): Promise<KinError>;
}

/** The page's word that it has taken a frame; the next one may come. */
export type FrameAck = { readonly kind: 'ack' };
export type {
  AskedSoFar,
  AsOf,
  BrowserFacts,
  DocumentForm,
  EventPage,
  EventsAsked,
  EventsForm,
  ExportedDocument,
  ExportForm,
  Files,
  LoadedModel,
  LoadProgress,
  LocalModelSpec,
  ModelChoice,
  NamedFile,
  NetworkInfo,
  PopulationReport,
  Progress,
  PutQuestion,
  ReadCommands,
  RunFile,
  SavedRunFacts,
  SavingState,
  Setup,
  SortOrder,
  StatesAt,
  TellProgress,
  TimelineRows,
  TraceForm,
  Tried,
  WorldsAsked,
};
