/** No state around: at the top. */
export const TOP_LEVEL = -1;

/** Target of an edge to a state with history: the last active state right below it, or the innermost one. */
export const HISTORIES = ['shallow', 'deep'] as const;
type HistoryKind = (typeof HISTORIES)[number];

/** A state that has states in it. */
export interface Compound {
  /** Number of the state below it, at whatever depth, in which it begins. */
  readonly initial: number;
  /** Null if an edge to it leads to its beginning. */
  readonly history: HistoryKind | null;
}

/**
 * Which states stand in which, by their numbers: those at all levels in the order of the text, a state before those in it.
 * Agents are in leaves.
 */
export class Nesting {
  /** States without states of their own, in order. */
  readonly leaves: readonly number[];
  readonly #around: readonly (readonly number[])[];
  readonly #within: readonly (readonly number[])[];

  constructor(
    /** The state right around each; TOP if there is none. */
    readonly parents: readonly number[],
    readonly compounds: ReadonlyMap<number, Compound>,
  ) {
    const around: (readonly number[])[] = [];
    // Surrounding states come first.
    for (const [state, parent] of parents.entries())
      around.push(parent === TOP_LEVEL ? [state] : [state, ...around[parent]]);
    const within: number[][] = parents.map(() => []);
    this.leaves = [...parents.keys()].filter(state => !compounds.has(state));
    for (const leaf of this.leaves) for (const state of around[leaf]) within[state].push(leaf);
    this.#around = around;
    this.#within = within;
  }

  /** A state and those around it, from the inside out. */
  around(state: number): readonly number[] {
    return this.#around[state];
  }

  /** The leaves of a state; of a leaf itself. */
  within(state: number): readonly number[] {
    return this.#within[state];
  }

  /** The states right below one, or TOP. */
  below(state: number): readonly number[] {
    return this.parents.flatMap((parent, below) => (parent === state ? [below] : []));
  }

  /** The leaf in which a state begins. */
  beginning(state: number): number {
    let at = state;
    for (let own = this.compounds.get(at); own !== undefined; own = this.compounds.get(at)) at = own.initial;
    return at;
  }

  /** Target for a state: itself if it has a history, else its initial leaf. */
  goal(to: number): number {
    return this.compounds.get(to)?.history == null ? this.beginning(to) : to;
  }

  /**
   * The leaf to which an edge to a state leads an agent; null if it depends on the agent's past. An agent within a
   * state with history is there already.
   */
  landing(to: number, from: number): number | null {
    const goal = this.goal(to);
    if (!this.compounds.has(goal)) return goal;
    return this.#around[from].includes(to) ? from : null;
  }

  /**
   * Number of situations of an agent that the engine may have to distinguish: leaves, and the memories of histories.
   */
  get situations(): number {
    let all = this.leaves.length;
    for (const [state, { history }] of this.compounds)
      if (history !== null)
        all *= 1 + (history === 'deep' ? this.within(state).length : this.below(state).length);
    return all;
  }
}
