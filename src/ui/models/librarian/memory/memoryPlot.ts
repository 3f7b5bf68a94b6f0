import type { Tick } from '../../../../engine/core/indices.ts';
import type {
  EntryPassage,
  MemoryTrace,
} from '../../../../engine/models/librarian/reports/librarianDetail.ts';
import type { Inks } from '../../../charts/inks.ts';
import { convertTickToX, type TimeScale } from '../../../charts/timeScale.ts';
import { getMixedColor } from './greys.ts';
import type { MemoryLayout, MemoryRun } from './memoryLayout.ts';
import type { MemoryRoom } from './room.ts';

/** One agent's memory over time, as it is drawn and hit. */
export interface MemoryPlot {
  readonly trace: MemoryTrace;
  readonly layout: MemoryLayout;
  readonly room: MemoryRoom;
  readonly scale: TimeScale;
  /** Width of the plot, without the gutter. */
  readonly width: number;
  readonly height: number;
  /** Ids of the chosen span and of the one under pointer or keyboard; −1 for none. */
  readonly selected: number;
  readonly active: number;
  /** The tick that the words describe. */
  readonly read: Tick;
  /** Left edge of the words, pixels from the plot's. */
  readonly wordsAt: number;
  readonly hues: Hues;
  readonly inks: Inks;
}

/** Colour of each kind of move between the places: the only hues of the picture. */
export type Hues = Readonly<Record<EntryPassage['cause'], string>>;

/** Colours of the moves, from the theme's inks. */
export function getMoveHues(inks: Inks, states: readonly string[]): Hues {
  const [executing, paging] = ['executing', 'paging'].map(
    state => inks.states[states.indexOf(state)] ?? inks.ink3,
  );
  return {
    paging: paging,
    load: executing,
    save: getMixedColor(executing, inks.ink3, 0.45),
    hard_limit: inks.ink,
    displaced: inks.ink2,
  };
}

/** Right end of the drawing in pixels: the end of the past, left of the labels. */
export const getMemoryPlotEnd = ({
  scale,
  trace,
  wordsAt,
}: Pick<MemoryPlot, 'scale' | 'trace' | 'wordsAt'>): number =>
  Math.min(wordsAt - 12, convertTickToX(scale, trace.upTo) + scale.pixels / 2);

/** Left and right edge of a run, clipped to the drawing. */
export function getRunSides(
  plot: MemoryPlot,
  { from, to }: MemoryRun,
): readonly [left: number, right: number] {
  const half = plot.scale.pixels / 2;
  return [
    Math.max(0, convertTickToX(plot.scale, from) - half),
    Math.min(getMemoryPlotEnd(plot), convertTickToX(plot.scale, to) - half),
  ];
}
