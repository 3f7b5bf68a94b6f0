import type { Rect } from '../packing.ts';
import type { Point, Route } from '../route.ts';
import type { LabelLine } from './nestedMeasures.ts';

/** A state's box. */
export interface NestedBox {
  /** Index in the chart's outline. */
  readonly state: number;
  readonly box: Rect;
  /** Area of its dots; null for a state that holds others, and for a history. */
  readonly dots: Rect | null;
  /** A child of a parallel state: its title and its divider stand for it. */
  readonly isRegion: boolean;
  /** The name, shortened to the room there is. */
  readonly name: string;
  /** Actions below the title, line by line. */
  readonly actions: readonly string[];
}

/** A line of the chart, between the states that its transitions join. */
export interface NestedEdge {
  readonly key: string;
  /** Index of the state that it leaves; −1 for any leaf. */
  readonly source: number;
  readonly target: number;
  /** Indices of its transitions; none for the default of a history. */
  readonly transitions: readonly number[];
  readonly route: Route;
  readonly label: { readonly box: Rect; readonly lines: readonly LabelLine[] } | null;
}

/** A chart with hierarchy laid out, before it is fitted to its sheet. */
export interface NestedPlacement {
  readonly width: number;
  readonly height: number;
  /** A state before those in it. */
  readonly boxes: readonly NestedBox[];
  readonly edges: readonly NestedEdge[];
  /** Arrows to initial states, from a point next to them. */
  readonly starts: readonly { readonly state: number; readonly from: Point; readonly to: Point }[];
  /** Lines between regions. */
  readonly dividers: readonly { readonly from: Point; readonly to: Point }[];
  /** Start of the lines out of any leaf; null if there are none. */
  readonly any: Rect | null;
}
