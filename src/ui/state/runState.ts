import type { Tick } from '../../engine/core/indices.ts';
import type { Files, NamedFile } from '../../engine/files/namedFile.ts';
import type { OutcomeValues } from '../../engine/model/outcomeDefinition.ts';
import type { Setup } from '../../engine/setup/config.ts';
import type { Differences, RunInfo } from '../../workers/protocol/api.ts';
import type { Histories } from '../run/histories.ts';
import type { TickColumns } from '../run/tickColumns.ts';

/** Everything that belongs to one run; replaced as a whole when another one is opened. */
export interface RunState {
  readonly info: RunInfo;
  readonly setup: Setup;
  readonly targets: Uint16Array;
  /** The run's columns; they grow in place, so watch `head`. */
  readonly columns: TickColumns;
  /** The same of all states and transitions of a chart with hierarchy; null for a flat one. */
  readonly whole: TickColumns | null;
  readonly histories: Histories;
}

/** A run that goes another way from some round of an earlier one on; with that one it is compared. */
export interface Branch {
  /** The last round that both have in common. */
  readonly from: Tick;
  /** "Liking 3 × the usual". */
  readonly change: string;
  /** "from round 11", "in round 12". */
  readonly since: string;
  /** True if it is made from another text, so that it starts from the beginning. */
  readonly isOtherText?: boolean;
  readonly parent: {
    readonly hash: string;
    readonly head: Tick;
    readonly setup: Setup;
    /** Null: not known since a reload. */
    readonly columns: TickColumns | null;
    /** Its run document, if neither its set-up repeats it nor the browser saves it. */
    readonly document: NamedFile | null;
    /** Id of the saved run in the browser; null if it is not saved. */
    readonly keptAs: string | null;
    /** True if its set-up alone repeats it. */
    readonly isRepeatable: boolean;
    /** The user's files that it is made from; null: those of the branch. */
    readonly files: Files | null;
    /** The run that it branched off from itself. */
    readonly branch: Branch | null;
  };
}

/** Another run next to the one on the screen. */
export interface RunPair {
  readonly run: RunState;
  /** The user's files that it is made from. */
  readonly files: Files;
  /** Labels of both: "this run", "Liking 3 × from Round 11". */
  readonly words: { readonly own: string; readonly other: string };
  /** True if the run on the screen is B, and the other one, from which it was changed, is A. */
  readonly isOwnB: boolean;
  /** Up to the last round that both have; null until they are known. */
  readonly differences: Differences | null;
  /** Of both, as of a round. */
  readonly outcomes: { readonly tick: Tick; readonly a: OutcomeValues; readonly b: OutcomeValues } | null;
  /** Agents that are in another state in the other run, as of the same round. */
  readonly elsewhere: ReadonlySet<number> | null;
  /** The texts of both, for a model whose runs are made from a text; null until they are known. */
  readonly texts: { readonly a: string; readonly b: string } | null;
}
