import type { WeightRange } from '../computeWeightRange.ts';

/**
 * Whether the first account of an edge follows the second, and gets its posts, or is followed by it; or each follows the
 * other.
 */
export type Direction = 'follows' | 'followed' | 'both';

/** What becomes of the weights of an edge that a file has more than once. */
export type RepeatRule = 'sum' | 'max' | 'first';

/** What a direction would make of the edges of a file. */
export interface WayReading {
  /** Who follows whom, one way each. */
  readonly links: number;
  /** The account with most followers. */
  readonly most: { readonly name: string; readonly followers: number };
  /** Share of the links that lead back as well, from 0 to 1. */
  readonly mutual: number;
}

/** What a rule for repeated edges makes of the weights of all links. */
export type RepeatWays = Readonly<Record<RepeatRule, WeightRange>>;

/** How a user's network was read, with what shows whether that is meant. */
export interface EdgeReading {
  readonly direction: Direction;
  /**
   * The user's choice; a file that says it is undirected; names of its columns; that every edge is there both ways, so that
   * no direction changes anything; or what is taken where nothing tells.
   */
  readonly by: 'choice' | 'file' | 'columns' | 'mutual' | 'usual';
  /** What the file was read as: "GEXF". */
  readonly format: string;
  /** What the file says of all its edges; null where it says nothing. */
  readonly declared: 'undirected' | 'directed' | null;
  /** Names of the columns; null where the file has none. */
  readonly columns: readonly [first: string, second: string] | null;
  /** The first edge, and where it stands: "line 3". */
  readonly first: readonly [first: string, second: string];
  readonly place: string;
  /** What each direction would mean. */
  readonly ways: Readonly<Record<Direction, WayReading>>;
  /** The rule by which weights of repeated edges became one; absent where none were. */
  readonly repeats?: RepeatRule;
  /** What each rule would make of them; absent where none are. */
  readonly repeatWays?: RepeatWays;
  /** Attributes of its nodes that could divide them; absent where there is no choice between some. */
  readonly divisions?: readonly string[];
  /** The one that was chosen; absent: the usual one. */
  readonly groups?: string;
  /** Edges of weight 0 that were left out; absent for none. */
  readonly zeros?: number;
  /** What else was decided, in one line. */
  readonly notice: string;
}
