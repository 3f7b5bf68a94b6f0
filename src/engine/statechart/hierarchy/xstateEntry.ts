import type { Entering, Memory } from './entry.ts';
import { isDescendantState, Kind, ROOT, type Tree } from './tree.ts';

/** Finds the states that a microstep of XState enters. */
export class XStateEntry implements Entering {
  readonly #states = new Set<number>();
  readonly byDefault = new Set<number>();

  constructor(
    readonly tree: Tree,
    readonly memory: Memory,
  ) {}

  get states(): readonly number[] {
    return [...this.#states].sort((a, b) => a - b);
  }

  /** Histories have no actions of their own. */
  historyDefaults(): readonly number[] {
    return [];
  }

  /** Targets, with histories replaced by what they stand for; each once. */
  effective(targets: readonly number[]): number[] {
    const all = targets.flatMap(target => {
      if (!this.#isHistory(target)) return [target];
      return this.#recalled(target) ?? this.effective(this.#defaultOf(target));
    });
    return [...new Set(all)];
  }

  /** A state with all that it begins with, whose initial actions run. */
  addByDefault(state: number): void {
    if (!this.#isHistory(state)) {
      this.#states.add(state);
      this.byDefault.add(state);
    }
    this.addDescendants(state);
  }

  addDescendants(state: number): void {
    const { tree } = this;
    if (this.#isHistory(state)) this.#addPast(state);
    else if (tree.kind[state] === Kind.compound) {
      for (const first of tree.initial(state)) {
        this.addByDefault(first);
        this.#addBetween(first, state);
      }
    } else if (tree.kind[state] === Kind.parallel)
      for (const child of this.#missing(state)) this.addByDefault(child);
  }

  #addPast(history: number): void {
    const { tree } = this;
    const parent = tree.parent[history];
    const recalled = this.#recalled(history);
    const targets = recalled ?? this.#defaultOf(history);
    for (const target of targets) {
      this.#states.add(target);
      if (recalled === null && this.#leadsAsParent(history) && tree.kind[parent] === Kind.compound)
        this.byDefault.add(parent);
      this.addDescendants(target);
    }
    for (const target of targets) this.#addBetween(target, parent);
  }

  /** The states between a target and the domain, and the other regions of parallel ones, the domain's too. */
  addAncestors(state: number, domain: number): void {
    const { tree } = this;
    if (state !== domain)
      for (let above = tree.parent[state]; above !== domain && above !== ROOT; above = tree.parent[above]) {
        this.#states.add(above);
        this.#addRegions(above);
      }
    if (domain !== ROOT) this.#addRegions(domain);
  }

  #addBetween(state: number, top: number): void {
    const { tree } = this;
    if (state === top) return;
    for (let above = tree.parent[state]; above !== top && above !== ROOT; above = tree.parent[above]) {
      this.#states.add(above);
      this.#addRegions(above);
    }
  }

  /** Regions that come along with a target in another one: their initial actions do not run. */
  #addRegions(state: number): void {
    if (this.tree.kind[state] !== Kind.parallel) return;
    for (const child of this.#missing(state)) {
      this.#states.add(child);
      this.addDescendants(child);
    }
  }

  /** Regions in which nothing is entered, as they are come to: one may bring states of the next. */
  *#missing(parallel: number): Generator<number> {
    for (const child of this.tree.children(parallel)) {
      if (this.#isHistory(child)) continue;
      if (![...this.#states].some(state => isDescendantState(this.tree, state, child))) yield child;
    }
  }

  #isHistory(state: number): boolean {
    return this.tree.kind[state] >= Kind.shallow;
  }

  #recalled(history: number): readonly number[] | null {
    return this.memory[this.tree.histories.indexOf(history)];
  }

  /** Whether a history that has none leads to where its parent begins. */
  #leadsAsParent(history: number): boolean {
    return this.tree.definitions[history]?.initial === undefined;
  }

  #defaultOf(history: number): readonly number[] {
    const { tree } = this;
    const parent = tree.parent[history];
    if (this.#leadsAsParent(history) && tree.kind[parent] === Kind.parallel) return [parent];
    return tree.initial(history);
  }
}
