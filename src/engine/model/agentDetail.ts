import type { Tick } from '../core/indices.ts';

/** One line of an agent's history, newest first. */
export interface HistoryLine {
  readonly tick: Tick;
  readonly from: string;
  readonly to: string;
  readonly trigger: string;
  /** Subject as an id (`post_012`), or null. */
  readonly context: string | null;
}

/** One trigger's prospect: it fires, or the reason why its guard refuses. */
export interface TriggerLine {
  readonly trigger: string;
  readonly target: string;
  readonly ready: boolean;
  /** A short clause with the numbers: "interest 0.18, needs ≥ 0.21". */
  readonly reason: string;
}

/** Everything about one agent at the sealed tick; the inspector's only source. */
export interface AgentDetail {
  readonly agent: number;
  readonly id: string;
  /** The user's own node name, when an edge list gave one. */
  readonly label: string | null;
  readonly tick: Tick;
  readonly state: string;
  /** In a chart with hierarchy: all active states without states of their own. */
  readonly leaves?: readonly string[];
  readonly ticksInState: number;
  /** The last tick that is known of it, if that is an earlier one. */
  readonly lastTick?: Tick;
  /** Ticks after which `timeout` fires in this state; null if it never does. */
  readonly threshold: number | null;
  readonly historyDepth: number;
  readonly history: readonly HistoryLine[];
  readonly triggers: readonly TriggerLine[];
  readonly model: ModelDetail;
}

/** A model's own facts about one of its agents, as plain data; each model extends it. */
export interface ModelDetail {
  /** Name of the model. */
  readonly kind: string;
}
