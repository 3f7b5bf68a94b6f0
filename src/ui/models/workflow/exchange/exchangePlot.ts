import type { Tick } from '../../../../engine/core/indices.ts';
import type { ExchangeRow } from '../../../../engine/models/workflow/reports/workflowDetail.ts';
import type { Inks } from '../../../charts/inks.ts';
import type { TimeScale } from '../../../charts/timeScale.ts';

/** Artifacts made, sold and bought, row by row over time, as drawn and hit. */
export interface ExchangePlot {
  /** Agents on the rows, top first, and the facts about them. */
  readonly agents: readonly number[];
  readonly rows: readonly (ExchangeRow | undefined)[];
  /** True if an agent without a row comes above them in their order. */
  isAbove(agent: number): boolean;
  readonly scale: TimeScale;
  /** Width of the plot, without the gutter; rows begin at its upper edge. */
  readonly width: number;
  /** Height of all rows, and of one, pixels. */
  readonly height: number;
  readonly pitch: number;
  /** The last tick that is over. */
  readonly head: Tick;
  /** Left edge of the columns at the right, pixels from the plot's left edge. */
  readonly wordsAt: number;
  /** Lowest and highest price that an artifact can have, scrip. */
  readonly prices: readonly [low: number, high: number];
  /** The agent in the inspector, the row under pointer or keyboard; −1 for none. */
  readonly selected: number;
  /** The same, or the agent looked at while none is selected; its row is marked. */
  readonly strong: number;
  readonly hovered: number;
  /** The artifact under the pointer; −1 for none. */
  readonly active: number;
  readonly hues: { readonly made: string; readonly broken: string; readonly sold: string };
  readonly inks: Inks;
}

/** Largest and smallest distance between two rows, pixels. */
const EXCHANGE_ROW_PITCH = { most: 40, least: 18 };

/** Rows that fit, and their distance. */
export function computeRowsThatFit(
  height: number,
  agents: number,
): { readonly count: number; readonly pitch: number } {
  const count = Math.max(0, Math.min(agents, Math.floor(height / EXCHANGE_ROW_PITCH.least)));
  const pitch =
    count === 0 ? EXCHANGE_ROW_PITCH.most : Math.min(EXCHANGE_ROW_PITCH.most, Math.floor(height / count));
  return { count, pitch };
}

/** Middle of a row. */
export const getExchangeRowY = ({ pitch }: Pick<ExchangePlot, 'pitch'>, row: number): number =>
  Math.round(row * pitch + pitch / 2);

/** Right end of the drawing over time. */
export const getExchangePlotEnd = ({ wordsAt }: Pick<ExchangePlot, 'wordsAt'>): number => wordsAt - 10;
