import type { Tick } from '../../../../engine/core/indices.ts';
import type {
  EntryPassage,
  MemoryTrace,
} from '../../../../engine/models/librarian/reports/librarianDetail.ts';
import type { Inks } from '../../../charts/inks.ts';
import { convertTickToX, type TimeScale } from '../../../charts/timeScale.ts';
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
type Hues = Readonly<Record<EntryPassage['cause'], string>>;

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

type Rgb = readonly [number, number, number];

const HEX = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;

function parseHexRgb(color: string): Rgb | null {
  const parts = HEX.exec(color);
  return parts && ([1, 2, 3].map(at => Number.parseInt(parts[at], 16)) as unknown as Rgb);
}

const mixtures = new Map<string, string>();

/** A mix of two colours, both #rrggbb. @param part share of the first, 0 to 1. */
export function getMixedColor(over: string, under: string, part: number): string {
  const key = `${over}${under}${part}`;
  let mixture = mixtures.get(key);
  if (mixture === undefined) {
    if (mixtures.size > 500) mixtures.clear();
    mixture = mixHexColors(over, under, part);
    mixtures.set(key, mixture);
  }
  return mixture;
}

function mixHexColors(over: string, under: string, part: number): string {
  const [a, b] = [parseHexRgb(over), parseHexRgb(under)];
  if (!a || !b) return over;
  const hex = a.map((value, at) =>
    Math.round(value * part + b[at] * (1 - part))
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${hex.join('')}`;
}

/** Shares of ink, none so dark that words on it could not be read. */
const INK_SHARES = [0.12, 0.16, 0.2, 0.24, 0.28, 0.32, 0.36] as const;
/** Lightening of storage, which is not in front of the agent. */
const LIGHTER = 0.06;

const shares = new Map<string, number>();

/** Grey of a tag, the same in every run. */
export function computeTagGrey(tag: string, isStored: boolean): number {
  let share = shares.get(tag);
  if (share === undefined) {
    let hash = 2166136261;
    for (let at = 0; at < tag.length; at++) hash = Math.imul(hash ^ tag.charCodeAt(at), 16777619);
    share = INK_SHARES[(hash >>> 8) % INK_SHARES.length];
    if (shares.size > 5000) shares.clear();
    shares.set(tag, share);
  }
  return share - (isStored ? LIGHTER : 0);
}
