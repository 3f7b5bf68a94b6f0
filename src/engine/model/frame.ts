import type { Tick } from '../core/indices.ts';
import type { Change } from '../setup/config.ts';
import type { RegionMoves } from '../statechart/regionMoves.ts';

/**
 * Transitions of a frame, one entry a transition, tick-major and in the log's order.
 * `context` is 0 for none, else a model's own reference + 1 (social: post index + 1).
 */
export interface FrameMoves {
  readonly tick: Int32Array;
  readonly agent: Uint32Array;
  readonly transition: Uint16Array;
  readonly context: Uint32Array;
}

/** Events of all regions of a chart with hierarchy. */
interface WholeFrame {
  /** (to − from) rows × all states of the chart: agents in each, those in the states below it among them. */
  readonly counts: Uint32Array;
  /** (to − from) rows × all transitions of the chart. */
  readonly flows: Uint32Array;
  /** Null for more than MAX_DOTS agents, and when there were too many to send. */
  readonly moves: RegionMoves | null;
}

/** The events of the ticks (from, to]. Consecutive frames join without a gap. */
export interface Frame {
  /** Counts the runs that were opened in this worker; frames of an older one are void. */
  readonly epoch: number;
  readonly from: Tick;
  readonly to: Tick;
  /** Chained SHA-256 after `to`, 64 hexadecimal digits. */
  readonly hash: string;
  /** The same by the rule of document version 2, if a document of that version is replayed. */
  readonly hashFromZeros?: string;
  /** (to − from) rows × states: agents in each state at the end of the tick. */
  readonly counts: Uint32Array;
  /** (to − from) rows × transitions of the chart: how many agents took each. */
  readonly flows: Uint32Array;
  /** (to − from) rows × the model's series (RunInfo.series). */
  readonly series: Uint32Array;
  /** Null when there were too many to send: what is needed must be asked for. */
  readonly moves: FrameMoves | null;
  /** Of a chart with hierarchy, whose counts, flows and moves are those of one region; absent for a flat one. */
  readonly whole?: WholeFrame;
  /** Totals of the run after `to`. */
  readonly totals: { readonly transitions: number; readonly decisions: number; readonly failures: number };
  readonly model: ModelFrame;
  /** Changes of these ticks that had no effect; absent for none. */
  readonly ineffective?: readonly Change[];
}

/** The model's part of a frame, as plain data; each model extends it. */
export interface ModelFrame {
  /** Name of the model. */
  readonly kind: string;
  /** The agent to look at while none is chosen; −1 or absent for none. */
  readonly focus?: number;
}
