import type { ModelDetail } from '../../detail.ts';
import type { ModelFrame } from '../../frame.ts';
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
  /** What the chart reads of the agent, by column. */
  readonly columns: readonly { readonly name: string; readonly value: number }[];
}

/** Questions of the views, with their replies. */
export interface ChartQueries {
  /** The chart's file as it was given. */
  readonly text: { readonly argument: null; readonly reply: string };
}

/** The model's queries with their types. */
export const chartQueries = queriesOf<ChartQueries>();
