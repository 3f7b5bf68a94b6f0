import type { Rect } from './packing.ts';
import type { Route } from './route.ts';

/** A state's box on the screen. */
export interface PlacedState {
  readonly state: string;
  readonly box: Rect;
  /** Area of its dots. */
  readonly dots: Rect;
  /** Horizontal spread of the dots relative to the vertical one. */
  readonly stretch: number;
  /** Distance of dots when there are few, pixels: few agents get larger dots. */
  readonly pitch?: number;
  /** The name, shortened to the available room; '' for none. If absent, the model's appearance shortens it. */
  readonly name?: string;
  /** A low box: the name is centred vertically, without a number next to it. */
  readonly isLow?: boolean;
}

/** Transitions that share one line. */
export interface PlacedEdge {
  readonly key: string;
  readonly sources: readonly string[];
  readonly target: string;
  readonly route: Route;
  /** Triggers named next to the line; each is followed by its own flow. Empty: only the number. */
  readonly names: readonly string[];
  /** The names shortened to the available room, or none; if absent, as they are. */
  readonly shown?: readonly string[];
  readonly label: {
    readonly x: number;
    readonly y: number;
    readonly anchor: 'start' | 'middle' | 'end';
    /** Pixels between the rows of names, each with its number; absent: they stand in one. */
    readonly rowHeight?: number;
  } | null;
  /** Shown only when it carries flow or one of its states is under the pointer. */
  readonly quiet: boolean;
  /** Number next to the line in place of its flow: the total number of times it was taken. */
  readonly total?: number;
  /** Stands for the transitions from any state into its target, and is dashed. */
  readonly isWildcard?: boolean;
}

/** A chart laid out on a sheet; sizes in CSS pixels. */
export interface Placement {
  readonly states: readonly PlacedState[];
  readonly edges: readonly PlacedEdge[];
  /** A dotted outline around states that belong together. */
  readonly group: { readonly label: string; readonly box: Rect } | null;
  /** True if it was laid out automatically. */
  readonly isAutomatic?: boolean;
  /**
   * For a chart that may be drawn in part: its lines with these keys; with totals, each with its number if that has
   * room among them.
   */
  part?(keys: Pick<ReadonlySet<string>, 'has'>): readonly PlacedEdge[];
  /** The grid on which its states are; absent for other placements. */
  readonly grid?: PlacedGrid;
}

/** States on the cells of a grid. */
interface PlacedGrid {
  readonly columns: number;
  readonly rows: number;
  /** Number of each state's cell, row by row. */
  readonly cells: ReadonlyMap<string, number>;
  /** The sheet, pixels. */
  readonly width: number;
  readonly height: number;
  /** Width by height of the sheet that it was arranged for: on another one of about that shape it stays. */
  readonly aspect: number;
}

/** The part of a chart that layouts read. */
export interface ChartLike {
  readonly states: readonly string[];
  /** True if it grows while somebody looks at it: its states keep their places as long as they are the same. */
  readonly isGrowing?: boolean;
  readonly transitions: readonly {
    readonly trigger: string;
    readonly source: string;
    readonly target: string;
    /** True if it represents, with others, an edge from any state into the target. */
    readonly wildcard?: boolean;
    /** Its own words, in place of its trigger's name. */
    readonly words?: { readonly label?: string };
    /** Total number of times it was taken, which its line shows in place of its flow and of its name. */
    readonly total?: number;
  }[];
}

/** True if a line represents a transition. */
export const doesEdgeCarryTransition = (
  { sources, target, isWildcard = false }: PlacedEdge,
  transition: ChartLike['transitions'][number],
): boolean =>
  transition.target === target &&
  (transition.wildcard ?? false) === isWildcard &&
  sources.includes(transition.source);
