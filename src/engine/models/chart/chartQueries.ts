import type { ModelDetail } from '../../detail.ts';
import type { ModelFrame } from '../../frame.ts';
import type { Problem } from '../../textProblem.ts';
import { queriesOf } from '../queries.ts';

/** The model's part of a frame. */
export interface ChartModelFrame extends ModelFrame {
  readonly kind: 'chart';
  /** Nothing more can happen. */
  readonly isOver: boolean;
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
  /** What the chart reads of the agent, by column. */
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
  readonly problems: readonly Problem[];
  /** Numbers of its states and transitions; null where it has errors. */
  readonly states: number | null;
  readonly transitions: number | null;
  /** Names of its states, as far as they could be read. */
  readonly names: readonly string[];
}

/** Questions of the views, with their replies. */
export interface ChartQueries {
  /** The chart's file as it was given. */
  readonly text: { readonly argument: null; readonly reply: ChartText };
  /** Problems of a text; the run is not touched. */
  readonly checkChart: { readonly argument: string; readonly reply: ChartCheck };
}

/** The model's queries with their types. */
export const chartQueries = queriesOf<ChartQueries>();
