import type { Tick } from '../../../core/indices.ts';
import type { TextProblem } from '../../../core/textProblem.ts';
import type { ModelDetail } from '../../../model/agentDetail.ts';
import { createAgentModelQueries } from '../../../model/createAgentModelQueries.ts';
import type { ModelFrame } from '../../../model/frame.ts';
import type { Evidence, Source } from '../../../oracle/oracle.ts';
import type { ChartEdit, MovedBy } from '../editing/editChartText.ts';

/** The model's part of a frame. */
export interface ChartModelFrame extends ModelFrame {
  readonly kind: 'chart';
  /** Nothing more can happen. */
  readonly isOver: boolean;
  /** True if any state of the chart asks. */
  readonly asks: boolean;
}

/** An event that an agent may choose, and what the chart's weights make of it. */
export interface OfferedEvent {
  readonly event: string;
  readonly weight: number;
  /** Probability by the weights. */
  readonly share: number;
}

/** A question that an agent was asked, and what came of it. */
export interface AskedLine {
  readonly tick: Tick;
  /** The state that asked. */
  readonly state: string;
  /** The event chosen; null for none. */
  readonly chosen: string | null;
  /** True if the event was still answered on arrival. */
  readonly moved: boolean;
  readonly source: Source;
  /** The choices; null if they were not recorded. */
  readonly offered: readonly OfferedEvent[] | null;
  /** Probabilities from an oracle, by event; null if it gave none. */
  readonly shares: readonly { readonly event: string; readonly share: number }[] | null;
  /** A model's prompt; null if none was asked. */
  readonly situation: string | null;
  /** Reason for an unusable answer; null for a usable one. */
  readonly reason: string | null;
  readonly evidence: Evidence;
}

/** The model's part of the inspector. */
export interface ChartDetail extends ModelDetail {
  readonly kind: 'chart';
  readonly followers: number;
  readonly following: number;
  /** Whom the agent follows by their states: those that the chart asks about. */
  readonly neighbours: readonly { readonly state: string; readonly count: number }[];
  /** Events that may come by chance, each as likely, and the chance of one a tick. */
  readonly events: readonly string[];
  readonly stimulus: number;
  /** Its questions, the newest first, at most 20, and their total. */
  readonly questions: readonly AskedLine[];
  readonly questionCount: number;
  /** Its next question; null if it has no choice. */
  readonly next: {
    readonly state: string;
    readonly offered: readonly OfferedEvent[];
    readonly prompt: string;
  } | null;
  /** The chart's inputs from the agent, by column. */
  readonly columns: readonly { readonly name: string; readonly value: number }[];
}

/** The chart that a run is made from. */
export interface ChartText {
  readonly name: string;
  readonly text: string;
}

/** Result of reading a chart's text. */
export interface ChartCheck {
  /** Problems by place, errors and warnings together. */
  readonly problems: readonly TextProblem[];
  /** Numbers of its states and transitions; null if it has errors. */
  readonly states: number | null;
  readonly transitions: number | null;
  /** Names of its states, as far as they could be read. */
  readonly names: readonly string[];
  /** Its transitions and states as a table; null if it has errors, or a form that a table cannot change. */
  readonly table: ChartTable | null;
}

/** The part of a chart that a table can change. */
export interface ChartTable {
  /** States that transitions may leave, that they may lead to, and that have states in them: those with names in the text. */
  readonly sources: readonly string[];
  readonly targets: readonly string[];
  readonly parents: readonly string[];
  readonly transitions: readonly TransitionRow[];
  /** States without states of their own or with transitions, and what each asks; null for nothing. */
  readonly states: readonly { readonly id: string; readonly asks: string | null; readonly events: number }[];
}

/** A transition and what makes agents take it; null: neither an event nor a rate nor a timeout, which stays as it is. */
export interface TransitionRow {
  readonly source: string;
  readonly target: string;
  readonly name: string;
  readonly by: MovedBy | null;
  readonly rate: string;
  readonly per: string;
  /** Of an event that a state asks about; null for none. */
  readonly weight: string | null;
  /** Stay until a timeout, '' if the chart has none; null for no timeout. */
  readonly ticks: string | null;
}

/** Questions of the views, with their replies. */
export interface ChartQueries {
  /** The chart's file as it was given. */
  readonly text: { readonly argument: null; readonly reply: ChartText };
  /** Problems of a text; the run is not touched. */
  readonly checkChart: { readonly argument: string; readonly reply: ChartCheck };
  /** A text with one change of a table's; the run is not touched. */
  readonly editChart: {
    readonly argument: { readonly text: string; readonly edit: ChartEdit };
    readonly reply: string;
  };
}

/** The model's queries with their types. */
export const chartQueries = createAgentModelQueries<ChartQueries>();
