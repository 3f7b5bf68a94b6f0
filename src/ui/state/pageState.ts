import type { StoreApi } from 'zustand/vanilla';
import type { Tick } from '../../engine/core/indices.ts';
import type { SheetCheck } from '../../engine/export/checkSheet.ts';
import type { Verdict } from '../../engine/export/verdict.ts';
import type { AgentDetail } from '../../engine/model/agentDetail.ts';
import type { Frame, ModelFrame } from '../../engine/model/frame.ts';
import type { Hit } from '../../engine/models/textSearch.ts';
import type { KinError, OracleReport, OrderSensitivity } from '../../engine/oracle/oracleReport.ts';
import type { ModelKind, ModelSetup, OracleSetup } from '../../engine/oracle/oracleSetup.ts';
import type { Change, Setup } from '../../engine/setup/config.ts';
import type { AsOf, OtherRun, RunInfo, StatesAt, TimelineRows } from '../../workers/protocol/api.ts';
import type { TimeScale } from '../charts/timeScale.ts';
import type { ShownAgents } from '../run/shownAgents.ts';
import type { Edits, Keeping } from './edits.ts';
import type { Life, LifeEvent, LifePhase } from './life.ts';
import type { LocalState } from './localModelState.ts';
import type { PausesSlice } from './pausesState.ts';
import type { Branch, RunPair, RunState } from './runState.ts';
import type { SavedRunsSlice } from './savedRunsState.ts';
import type { ScreenSlice, Theme } from './screenState.ts';
import type { Search, Selection } from './selection.ts';
import type { WorldsSlice } from './worldsState.ts';

export type { Branch, PausesSlice, RunPair, RunState, SavedRunsSlice, ScreenSlice, Theme, WorldsSlice };

/** 'activity', 'id', 'longest-stay', 'failures', 'first-entry', 'time-in' or one of the model's own; any other value means the model's default. */
type SortKey = string;

/** Something that went wrong (or is worth knowing), shown once until it is dismissed. */
export interface Notice {
  readonly id: number;
  /** A note disappears by itself; an error and a question stay until they are dismissed. */
  readonly kind: 'error' | 'note' | 'question';
  readonly text: string;
  /** Number of times it came while it was shown. */
  readonly times: number;
  /** Undo or remedy of the notice. */
  readonly button?: NoticeButton;
}

/** A button of a notice; of those with one label only the latest stays, except for separate ones. */
export interface NoticeButton {
  readonly label: string;
  readonly act: () => void;
  /** True if the notice stays until the button is pressed or it is dismissed, while it plays as well. */
  readonly stays?: true;
  /** True if the button belongs to this notice alone: another one with the same label does not replace it. */
  readonly isApart?: true;
  /** Other ways on, after it. */
  readonly others?: readonly Pick<NoticeButton, 'label' | 'act'>[];
}

/**
 * Action after a reload that lets the page reach a host: nothing more, a test, a new run, going on, a
 * download.
 */
export type Intent = 'look' | 'test' | 'start' | 'goOn' | 'download';

/** The run, its state of life, and what the engine has reported of it. */
export interface RunSlice {
  readonly run: RunState | null;
  readonly life: Life;
  /** Follows from `life`. */
  readonly phase: LifePhase;
  readonly head: Tick;
  readonly hash: string;
  /** By the rule of the replayed document, if that is of version 2; else null. */
  readonly hashFromZeros: string | null;
  readonly totals: Frame['totals'];
  /** Rounds per second, measured over the last second or so. */
  readonly rate: number;
  /** All agents at the head; null while the states are being asked for. */
  readonly society: ShownAgents | null;
  /** All agents at the cursor, when that is not the head. */
  readonly past: ShownAgents | null;
  /** The run's own values at the cursor, unless that is the head; those of the previous cursor until they are there. */
  readonly asOf: AsOf | null;
  /** The run that the one on the screen branched off from; null for none. */
  readonly branch: Branch | null;
  /** The run that the one on the screen is compared with; null for none. */
  readonly pair: RunPair | null;
  /** The model's part of the head's frame; null before the first. */
  readonly headFrame: ModelFrame | null;
  /** The agent that is looked at while none is selected; −1 for none. */
  readonly focus: number;
  readonly detail: AgentDetail | null;
  readonly order: Uint32Array | null;
  /** Progress of the run that is being opened; null while unknown. */
  readonly progress: { readonly part: number; readonly label: string } | null;
  /** The round up to which it plays by itself; null: until it is paused. */
  readonly target: Tick | null;
  /** Index into SPEEDS. */
  readonly speed: number;
  /** Round up to which this run has been exported. */
  readonly exported: Tick;
  /** Parts known to the models' own views, by the model's name, as of the round that the page shows. */
  readonly modelParts: Readonly<Record<string, object>>;
  /** Facts of the run before, which views see while the same run is made again with more; null: they see the run itself. */
  readonly held: Partial<PageState> | null;
  /** Set-up with which it is made again; null if it is not. */
  readonly heldFor: Setup | null;

  /** Holds what views see until the run of this set-up is complete, or lets them see the run again. @param more facts to hold as well */
  holdRun(setup: Setup | null, more?: Partial<PageState>): void;
  /** The run that is made again while its facts are held keeps selection, search, window and notices; any other ends the hold. */
  opened(info: RunInfo, setup: Setup): void;
  receive(frame: Frame): void;
  /**
   * Applies an event of the run's life; when it begins to play, the rate is measured afresh, and when somebody has it
   * play, earlier notices count as read.
   * @param target of a run to a round
   */
  send(event: LifeEvent, target?: Tick): void;
  tellProgress(progress: { readonly part: number; readonly label: string }): void;
  setSpeed(index: number): void;
  setExported(tick: Tick): void;
  /** Replaces a part of the set-up of the run on the screen. */
  amendSetup(part: Partial<Setup>): void;
  tellChanges(changes: readonly Change[]): void;
  setDetail(detail: AgentDetail | null): void;
  setOrder(order: Uint32Array): void;
  setPast(at: StatesAt | null): void;
  setAsOf(report: AsOf): void;
  setBranch(branch: Branch): void;
  /** Compares another run with the one on the screen; null: ends the comparison. */
  compareWith(other: OtherRun | null, words: RunPair['words'], isOwnB: boolean): void;
  /** Replaces a part of what is known of the pair. */
  knowPair(part: Partial<Pick<RunPair, 'differences' | 'outcomes' | 'elsewhere' | 'texts'>>): void;
  setSociety(at: StatesAt): void;
  loadHistories(rows: TimelineRows): void;
  /** Replaces parts known to a model's views. */
  know<Part extends object>(key: PartKey<Part>, part: Partial<Part>): void;
}

/** Key of a model's part of the state, with its initial value. */
export interface PartKey<Part extends object> {
  readonly model: string;
  readonly initial: Part;
}

/** The view: the cursor, agents, and the order of the rows. */
export interface SelectionSlice {
  readonly selection: Selection;
  readonly pinned: readonly number[];
  readonly sort: SortKey;
  /** State for the sort by first entry. */
  readonly sortState: string;
  /** The agents whose timelines are on the screen. */
  readonly shownRows: readonly number[];
  readonly search: Search;
  /** Agents that did something in the brushed rounds; null while none are brushed. */
  readonly movers: ReadonlySet<number> | null;

  /** Searches for other words; for none, everything is as without a search. */
  seek(words: string): void;
  setMovers(movers: ReadonlySet<number> | null): void;
  setHits(hits: readonly Hit[]): void;
  select(part: Partial<Selection>): void;
  /** Replaces a part of the selection among a model's own things. */
  pick<Part extends object>(key: PartKey<Part>, part: Partial<Part>): void;
  stepBack(): void;
  moveCursor(by: number): void;
  /** Moves the first of the brushed rounds; without any, those before the viewed one are brushed. */
  moveRange(by: number): void;
  togglePin(agent: number): void;
  sortBy(sort: SortKey, state: string): void;
  showRows(agents: readonly number[]): void;
}

/** The stretch of time on the screen. */
export interface WindowSlice {
  readonly scale: TimeScale;
  readonly plotWidth: number;
  /** True if the window follows the head. */
  readonly following: boolean;

  /** Brings a tick into view. */
  showTick(tick: Tick): void;
  /** Brings two ticks into the window at once: as it is, moved, or zoomed out as far as it takes. */
  showSpan(first: Tick, last: Tick): void;
  /** Shows the head, and follows it. */
  goForward(): void;
  zoom(factor: number, x?: number): void;
  pan(pixels: number): void;
  fit(): void;
  /** Brings the whole of a run that is over into view, unless the window was moved by hand. */
  showWhole(): void;
  setPlot(width: number, pixels: number): void;
}

/** The oracle, and what is known of it. */
export interface DecidingSlice {
  /** Report on the language model in this run; null if none decides. */
  readonly oracleReport: OracleReport | null;
  /** Measured by asking again; null: not yet. */
  readonly orderSensitivity: OrderSensitivity | null;
  readonly kinError: KinError | null;
  /** The recording that was opened last. */
  readonly replayed: Replayed | null;
  /** A language model that is being set up; null: the one that the run has. */
  readonly draft: OracleSetup | null;
  /** Set-ups made on this page, so that they need not be typed again. */
  readonly models: Readonly<Partial<Record<ModelKind, ModelSetup>>>;
  readonly local: LocalState;
  /** Set-up of the next run while the user is asked whether paid answers may be lost. */
  readonly leaving: Partial<Setup> | null;
  /** True if more than one oracle has decided in this run. */
  readonly mixed: boolean;
  /** True if this run holds an earlier oracle's answers that are in no document yet. */
  readonly heldBefore: boolean;
  /** Action that was intended for the model in the form before the page was reloaded. */
  readonly intent: Intent | null;
  /** Base URLs whose key was lost in a reload. */
  readonly forgottenKey: readonly string[];

  learn(part: Partial<Learned>): void;
  setDraft(draft: OracleSetup | null): void;
  /** Replaces a part of what is known of the models of this browser. */
  knowLocal(part: (local: LocalState) => Partial<LocalState>): void;
  /** Makes another oracle decide from here on. @param handOvers hand-overs of the run, with this one */
  decideBy(oracle: OracleSetup, handOvers?: RunInfo['handOvers']): void;
  askBeforeLeaving(part: Partial<Setup>): void;
  /** Keeps the run after all. */
  stay(): void;
}

/** A recording that was opened, and what its document is worth. */
export interface Replayed {
  readonly name: string;
  readonly rounds: number;
  readonly hash: string;
  /** The part of a check that is done, 0 to 1, or what came of it; null before one. */
  readonly check: number | Verdict | null;
  /** Absent for a document that was not handed in with a sheet. */
  readonly sheet?: SheetCheck;
}

/** Reported facts about the oracle that are stored unchanged. */
type Learned = Pick<
  DecidingSlice,
  | 'oracleReport'
  | 'orderSensitivity'
  | 'kinError'
  | 'replayed'
  | 'intent'
  | 'forgottenKey'
  | 'mixed'
  | 'heldBefore'
>;

/** The user's texts that are not applied yet. */
export interface FilesSlice {
  readonly edits: Edits;
  /** Result of storing them last; null before that. */
  readonly keeping: Keeping | null;

  edit(change: (edits: Edits) => Edits): void;
  setKeeping(keeping: Keeping): void;
}

/** Lines that the user has not dismissed yet. */
export interface NoticesSlice {
  readonly notices: readonly Notice[];
  notify(kind: Notice['kind'], text: string, button?: NoticeButton): void;
  dismiss(id: number): void;
  /** Dismisses notices that begin with a text. */
  retract(beginning: string): void;
}

/** The page's whole state; each slice's functions alone write its part. */
export interface PageState
  extends RunSlice,
    SelectionSlice,
    WindowSlice,
    DecidingSlice,
    FilesSlice,
    SavedRunsSlice,
    WorldsSlice,
    PausesSlice,
    NoticesSlice,
    ScreenSlice {
  /** State restored as it was before a reload. */
  restore(view: Partial<PageState>): void;
}

/** The zustand store of a page. */
export type PageStore = StoreApi<PageState>;

/** A slice's access to the whole state. */
export interface SliceAccess {
  set(part: Partial<PageState>): void;
  get(): PageState;
}
