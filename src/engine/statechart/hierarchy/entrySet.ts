import { isDescendantState, ROOT, StateKind, type Tree } from './stateTree.ts';

/** Memory of each history of the tree; null while there is none. */
export type Memory = readonly (readonly number[] | null)[];

/** States that a microstep enters, and why. */
export interface Entering {
  /** In document order. */
  readonly states: readonly number[];
  /** States entered by their initial transition, whose actions run. */
  readonly byDefault: ReadonlySet<number>;
  /** Histories of a state whose default transitions were taken. */
  historyDefaults(state: number): readonly number[];
}

/** Finds the states that a microstep enters. */
export class EntrySet implements Entering {
  readonly #states = new Set<number>();
  readonly byDefault = new Set<number>();
  readonly #histories = new Map<number, number[]>();

  constructor(
    readonly tree: Tree,
    readonly memory: Memory,
  ) {}

  get states(): readonly number[] {
    return [...this.#states].sort((a, b) => a - b);
  }

  historyDefaults(state: number): readonly number[] {
    return this.#histories.get(state) ?? [];
  }

  /** Targets, with histories replaced by what they stand for. */
  effective(targets: readonly number[]): readonly number[] {
    if (targets.every(target => this.tree.kind[target] < StateKind.shallow)) return targets;
    return targets.flatMap(target => {
      if (this.tree.kind[target] < StateKind.shallow) return [target];
      return this.#recalled(target) ?? this.effective(this.tree.initial(target));
    });
  }

  addDescendants(state: number): void {
    const { tree } = this;
    if (tree.kind[state] >= StateKind.shallow) {
      const targets = this.#recalled(state) ?? this.#defaultOf(state);
      for (const target of targets) this.addDescendants(target);
      for (const target of this.effective(targets)) this.addAncestors(target, tree.parent[state]);
      return;
    }
    this.#states.add(state);
    if (tree.kind[state] === StateKind.compound) {
      this.byDefault.add(state);
      for (const target of tree.initial(state)) this.addDescendants(target);
      for (const target of this.effective(tree.initial(state))) this.addAncestors(target, state);
    } else if (tree.kind[state] === StateKind.parallel) this.#addRegions(state);
  }

  /** The states between a target and the domain, with the other regions of parallel ones. */
  addAncestors(state: number, domain: number): void {
    const { tree } = this;
    for (let above = tree.parent[state]; above !== domain && above !== ROOT; above = tree.parent[above]) {
      this.#states.add(above);
      if (tree.kind[above] === StateKind.parallel) this.#addRegions(above);
    }
  }

  #addRegions(parallel: number): void {
    for (const child of this.tree.children(parallel)) {
      if (this.tree.kind[child] >= StateKind.shallow) continue;
      if (![...this.#states].some(state => state === child || isDescendantState(this.tree, state, child)))
        this.addDescendants(child);
    }
  }

  #recalled(history: number): readonly number[] | null {
    return this.memory[this.tree.histories.indexOf(history)];
  }

  #defaultOf(history: number): readonly number[] {
    const parent = this.tree.parent[history];
    this.#histories.set(parent, [...(this.#histories.get(parent) ?? []), history]);
    return this.tree.initial(history);
  }
}
