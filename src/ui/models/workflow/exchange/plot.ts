import type { Tick } from '../../../../engine/indices.ts';
import type { ExchangeRow } from '../../../../engine/models/workflow/detail.ts';
import type { Inks } from '../../../charts/inks.ts';
import type { TimeScale } from '../../../timeScale.ts';

/** Who made, sold and bought what, row by row over time, as it is drawn and hit. */
export interface ExchangePlot {
  /** Agents on the rows, top first, and what is known of them. */
  readonly agents: readonly number[];
  readonly rows: readonly (ExchangeRow | undefined)[];
  /** Whether an agent that is on no row stands over them in their order. */
  isAbove(agent: number): boolean;
  readonly scale: TimeScale;
  /** Of the plot, without the gutter; rows begin at its upper edge. */
  readonly width: number;
  /** Of all rows, pixels, and of one. */
  readonly height: number;
  readonly pitch: number;
  /** The last tick that is over. */
  readonly head: Tick;
  /** Where the columns at the right begin, pixels from the plot's left edge. */
  readonly wordsAt: number;
  /** Lowest and highest price that an artifact can have, scrip. */
  readonly prices: readonly [low: number, high: number];
  /** The agent in the inspector, the row under pointer or keyboard; −1 for none. */
  readonly selected: number;
  /** The same, or who is looked at while none is; its row is marked. */
  readonly strong: number;
  readonly hovered: number;
  /** The artifact under the pointer; −1 for none. */
  readonly active: number;
  readonly hues: { readonly made: string; readonly broken: string; readonly sold: string };
  readonly inks: Inks;
}

/** Between two rows, pixels: as many as fit, no further apart than this, no nearer than that. */
const PITCH = { most: 40, least: 18 };

/** Rows that fit, and their distance. */
export function rowsIn(height: number, agents: number): { readonly count: number; readonly pitch: number } {
  const count = Math.max(0, Math.min(agents, Math.floor(height / PITCH.least)));
  const pitch = count === 0 ? PITCH.most : Math.min(PITCH.most, Math.floor(height / count));
  return { count, pitch };
}

/** Middle of a row. */
export const yOf = ({ pitch }: Pick<ExchangePlot, 'pitch'>, row: number): number =>
  Math.round(row * pitch + pitch / 2);

/** Right end of the drawing over time. */
export const endOf = ({ wordsAt }: Pick<ExchangePlot, 'wordsAt'>): number => wordsAt - 10;
