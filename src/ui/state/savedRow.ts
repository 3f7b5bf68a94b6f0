import type { Tick } from '../../engine/core/indices.ts';
import type { Setup } from '../../engine/setup/config.ts';
import type { PageState } from './pageState.ts';

/** Facts about a saved run that are known without opening it. */
export interface SavedRow {
  readonly id: string;
  /** The user's; null: it goes by its set-up. */
  readonly name: string | null;
  readonly setup: Setup;
  /** "Social, Congress, Showcase, 2 changes" */
  readonly words: string;
  readonly agents: number;
  readonly tick: Tick;
  readonly hash: string;
  readonly bytes: number;
  /** Address under which it is looked at, without its host. */
  readonly address: string;
  /** Milliseconds since 1970. */
  readonly touched: number;
  /** When it was left as it should be, in milliseconds since 1970; absent, or before `touched`: it was not. */
  readonly closed?: number;
  readonly isPinned: boolean;
  /** Share of agents that are active along the run, 0 to 1. */
  readonly spark: readonly number[];
  /** The decider, unless it is the policy alone: "qwen2.5:1.5b". */
  readonly decider: string | null;
  /** The run that it branched off from; null for none. */
  readonly parent: SavedParent | null;
  readonly view: SavedView;
}

/** The run that another one left, and by what. */
export interface SavedParent {
  /** Null if it is not saved. */
  readonly id: string | null;
  readonly hash: string;
  readonly head: Tick;
  readonly setup: Setup;
  /** True if its set-up alone repeats it; absent in older rows. */
  readonly isRepeatable?: boolean;
  readonly from: Tick;
  readonly change: string;
  readonly since: string;
  readonly isOtherText?: boolean;
}

/** A row of the list that cannot be understood; its run may be whole. */
export interface DamagedRow {
  readonly id: string;
  /** Problem of the row: "tick is missing". */
  readonly problem: string;
}

/** All that is listed. */
export interface SavedList {
  /** Pinned runs first, then the latest. */
  readonly rows: readonly SavedRow[];
  readonly damaged: readonly DamagedRow[];
  /** It could not be read: what is kept is not known. */
  readonly isUnread?: true;
}

/** Contents of a list that could not be read. */
export const UNREAD: SavedList = { rows: [], damaged: [], isUnread: true };

/** A run that the page had before. */
export interface LeftRun {
  readonly id: string;
  /** True if the browser ended without closing it. */
  readonly isCrash: boolean;
  /** Last position of the run, though not all of that may be saved; null: its saved end. */
  readonly at: Stand | null;
}

/** Position of a run, and what its row may not have yet; absent in notes of earlier builds. */
export interface Stand {
  readonly tick: number;
  readonly hash: string;
  /** The parameters by which it is counted. */
  readonly parameters?: Setup['parameters'] | undefined;
  /** Absent as well if it is too large for a note. */
  readonly view?: SavedView | undefined;
}

/** Beginning of the keys under which a page that goes notes when; the next one moves it to the run's row. */
export const CLOSED = 'statescope-closed-';

/** Parts of the page's state that are restored as they were. */
const RESTORED_STATE_PARTS = [
  'panel',
  'draft',
  'models',
  'selection',
  'pinned',
  'sort',
  'sortState',
  'scale',
  'following',
  'speed',
  'corner',
  'exported',
  'mixed',
  'heldBefore',
  'replayed',
] as const satisfies readonly (keyof PageState)[];

/** Those parts of the state. */
type SavedView = Pick<PageState, (typeof RESTORED_STATE_PARTS)[number]>;

/** The part of the page's state that is restored with its run. */
export function selectSavedView(state: PageState): SavedView {
  const view = Object.fromEntries(RESTORED_STATE_PARTS.map(name => [name, state[name]])) as SavedView;
  return { ...view, selection: { ...view.selection, hover: null } };
}
