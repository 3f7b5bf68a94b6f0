import type { WeightRange } from '../computeWeightRange.ts';

/**
 * Meaning of an edge: the first account follows the second, and gets its posts; is followed by it; or each follows the
 * other.
 */
export type Direction = 'follows' | 'followed' | 'both';

/** Rule for the weights of an edge that a file has more than once. */
export type RepeatRule = 'sum' | 'max' | 'first';

/** Effect of a direction on the edges of a file. */
export interface WayReading {
  /** Follow links, one way each. */
  readonly links: number;
  /** The account with most followers. */
  readonly most: { readonly name: string; readonly followers: number };
  /** Share of the links that lead back as well, from 0 to 1. */
  readonly mutual: number;
}

/** Effect of each rule for repeated edges on the weights of all links. */
export type RepeatWays = Readonly<Record<RepeatRule, WeightRange>>;

/** Reading of a user's network, with evidence to judge it by. */
export interface EdgeReading {
  readonly direction: Direction;
  /**
   * Source of the direction: the user's choice; a file that says it is undirected; names of its columns; edges that are
   * all there both ways, so that no direction changes anything; or the default.
   */
  readonly by: 'choice' | 'file' | 'columns' | 'mutual' | 'usual';
  /** Format that the file was read as: "GEXF". */
  readonly format: string;
  /** Declaration of the file for all its edges; null if it has none. */
  readonly declared: 'undirected' | 'directed' | null;
  /** Names of the columns; null if the file has none. */
  readonly columns: readonly [first: string, second: string] | null;
  /** The first edge, and its place: "line 3". */
  readonly first: readonly [first: string, second: string];
  readonly place: string;
  /** Effect of each direction. */
  readonly ways: Readonly<Record<Direction, WayReading>>;
  /** The rule for combining weights of repeated edges; absent if there were none. */
  readonly repeats?: RepeatRule;
  /** Effect of each rule on them; absent if there are none. */
  readonly repeatWays?: RepeatWays;
  /** Attributes of its nodes that could divide them; absent without a choice. */
  readonly divisions?: readonly string[];
  /** The one that was chosen; absent: the usual one. */
  readonly groups?: string;
  /** Edges of weight 0 that were left out; absent for none. */
  readonly zeros?: number;
  /** All other decisions, in one line. */
  readonly notice: string;
}
