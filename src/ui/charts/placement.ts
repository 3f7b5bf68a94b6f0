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
  /** The name, shortened to the room there is; '' for none. Where absent, the model's look shortens it. */
  readonly name?: string;
  /** A low box: the name is centred vertically, without a number beside it. */
  readonly isLow?: boolean;
}

/** Transitions that share one line. */
export interface PlacedEdge {
  readonly key: string;
  readonly sources: readonly string[];
  readonly target: string;
  readonly route: Route;
  /** Triggers named beside the line; each is followed by its own flow. Empty: only the number. */
  readonly names: readonly string[];
  /** The names shortened to the room there is, or none; where absent, as they are. */
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
  /** Number beside the line in place of its flow: how often it was taken in all. */
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
  /** Whether it was laid out automatically. */
  readonly isAutomatic?: boolean;
  /** Of a chart that may be drawn in part: its lines with these keys; of one that tells totals each with its number where that has room among them. */
  part?(keys: Pick<ReadonlySet<string>, 'has'>): readonly PlacedEdge[];
}

/** The part of a chart that layouts read. */
export interface ChartLike {
  readonly states: readonly string[];
  readonly transitions: readonly {
    readonly trigger: string;
    readonly source: string;
    readonly target: string;
    /** Whether it stands, with others, for an edge from any state into the target. */
    readonly wildcard?: boolean;
    /** Its own words, in place of its trigger's name. */
    readonly words?: { readonly label?: string };
    /** How often it was taken in all, which its line tells in place of its flow and of its name. */
    readonly total?: number;
  }[];
}

/** Whether a line stands for a transition. */
export const doesEdgeCarryTransition = (
  { sources, target, isWildcard = false }: PlacedEdge,
  transition: ChartLike['transitions'][number],
): boolean =>
  transition.target === target &&
  (transition.wildcard ?? false) === isWildcard &&
  sources.includes(transition.source);
