import { InputError } from '../../../core/errors.ts';
import { formatQuotedText } from '../../../core/formatQuotedText.ts';
import {
  type ChartDefinition,
  listTargetNames,
  type TransitionDefinition,
  toNameList,
} from '../../../statechart/definition.ts';
import { findChartMistakes } from '../../../statechart/findChartMistakes.ts';
import { throwChartMistakes } from '../../../statechart/formats/implementations.ts';
import {
  buildStateTree,
  findChartRegions,
  isDescendantState,
  isLeafState,
  ROOT,
  StateKind,
  type Tree,
} from '../../../statechart/hierarchy/stateTree.ts';
import { ENDING, START } from '../discovery/buildDiscoveredChart.ts';

/**
 * Moves that a chart allows in a walk from state to state, regardless of guards. States go by their ids or their
 * labels.
 */
export interface AllowedMoves {
  /** @param from null: the beginning of a case */
  allows(from: string | null, to: string): boolean;
  /** True if a case may end in a state; null: without any step. */
  isFinal(state: string | null): boolean;
  /** True if the chart has a final state. */
  readonly hasFinal: boolean;
  /** True if the chart has a state of that name. */
  has(state: string): boolean;
  /** Its states, in its order, without those in which no case can be. */
  readonly states: readonly string[];
}

/**
 * The moves of a chart. A transition out of a compound state leads out of each state below it; one into it, to its
 * initial state. An initial `start` and a final state for the endings of cases are passed in silence; one with a label
 * goes by that alone.
 * @throws InputError for a chart with mistakes, or with parallel states: a case is in one state at a time
 */
export function collectAllowedMoves(definition: ChartDefinition): AllowedMoves {
  throwChartMistakes(definition.name, findChartMistakes(definition));
  const tree = buildStateTree(definition);
  if (findChartRegions(tree).heads.length > 1)
    throw new InputError(
      `chart “${formatQuotedText(definition.name)}” has parallel states; a recorded case is in one state at a time`,
    );
  return new ChartAllowedMoves(definition, tree);
}

const ENDING_TRIGGERS: ReadonlySet<string> = new Set(Object.values(ENDING));

class ChartAllowedMoves implements AllowedMoves {
  readonly hasFinal: boolean;
  /** By leaf: leaves that follow it. */
  readonly #next: ReadonlySet<number>[];
  readonly #first: ReadonlySet<number>;
  readonly #ends = new Set<number>();
  /** Leaves from which a transition that ends a case leads to a final state, and those final states. */
  readonly #silent = new Set<number>();
  readonly #told = new Set<number>();
  readonly #leaves = new Map<string, readonly number[]>();
  readonly #known = new Map<string | null, Map<string, boolean>>();

  constructor(
    definition: ChartDefinition,
    readonly tree: Tree,
  ) {
    const { ids } = tree;
    const start = new Set(
      toNameList(definition.initial).flatMap(id => this.#entered(getStateNumberById(tree, id))),
    );
    this.#next = this.#following(definition);
    const silent = [...start].filter(leaf => ids[leaf] === START).flatMap(leaf => [...this.#next[leaf]]);
    this.#first = new Set([...start, ...silent]);
    for (const state of ids.keys())
      if (tree.kind[state] === StateKind.final && tree.parent[state] === ROOT) this.#ends.add(state);
    this.hasFinal = this.#ends.size > 0;
    for (const transition of definition.transitions) this.#mayEnd(transition);
    this.#nameLeaves(definition);
  }

  allows(from: string | null, to: string): boolean {
    let known = this.#known.get(from);
    if (known === undefined) {
      known = new Map();
      this.#known.set(from, known);
    }
    let allowed = known.get(to);
    if (allowed === undefined) {
      allowed = this.#isAllowed(from, to);
      known.set(to, allowed);
    }
    return allowed;
  }

  #isAllowed(from: string | null, to: string): boolean {
    const goals = this.#leaves.get(to) ?? [];
    if (from === null) return goals.some(leaf => this.#first.has(leaf));
    return (this.#leaves.get(from) ?? []).some(leaf => goals.some(goal => this.#next[leaf].has(goal)));
  }

  has(state: string): boolean {
    return this.#leaves.has(state);
  }

  get states(): readonly string[] {
    const { ids } = this.tree;
    return ids.filter((id, state) => state !== ROOT && id !== START && !this.#told.has(state));
  }

  isFinal(state: string | null): boolean {
    if (state === null) return [...this.#first].some(leaf => this.#told.has(leaf));
    const leaves = this.#leaves.get(state) ?? [];
    return leaves.some(leaf => this.#ends.has(leaf) || this.#silent.has(leaf));
  }

  #mayEnd(transition: TransitionDefinition): void {
    if (!ENDING_TRIGGERS.has(transition.trigger)) return;
    const targets = listTargetNames(transition).map(id => getStateNumberById(this.tree, id));
    const ends = targets.filter(state => this.#ends.has(state));
    for (const end of ends) this.#told.add(end);
    if (ends.length > 0) for (const leaf of this.#leavesIn(this.#source(transition))) this.#silent.add(leaf);
  }

  #source({ source }: TransitionDefinition): number {
    return source === '*' ? ROOT : getStateNumberById(this.tree, source);
  }

  /** Leaves that are active once a state is entered; a history may lead anywhere in its own state. */
  #entered(state: number): number[] {
    const { tree } = this;
    if (isLeafState(tree, state)) return [state];
    if (tree.kind[state] === StateKind.compound)
      return tree.initial(state).flatMap(below => this.#entered(below));
    return this.#leavesIn(tree.parent[state]);
  }

  #leavesIn(state: number): number[] {
    const { tree } = this;
    const all = [...tree.ids.keys()].filter(one => isLeafState(tree, one));
    return all.filter(leaf => leaf === state || isDescendantState(tree, leaf, state));
  }

  #following({ transitions }: ChartDefinition): ReadonlySet<number>[] {
    const { tree } = this;
    const next = tree.ids.map(() => new Set<number>());
    for (const transition of transitions) {
      const targets = listTargetNames(transition).flatMap(id => this.#entered(getStateNumberById(tree, id)));
      for (const leaf of this.#leavesIn(this.#source(transition)))
        for (const target of transition.target === null ? [leaf] : targets) next[leaf].add(target);
    }
    return next;
  }

  #nameLeaves({ words }: ChartDefinition): void {
    const labels = Object.entries(words?.states ?? {}).map(([id, { label }]) => [label, id] as const);
    // A state called like the id of another one is the one that is called so.
    const isOwn = (id: string, state: number) => id === START || this.#told.has(state);
    const ids = this.tree.ids.filter((id, state) => !(isOwn(id, state) && words?.states[id] !== undefined));
    for (const [name, id] of [...ids.map(id => [id, id] as const), ...labels]) {
      const state = this.tree.numberOf.get(id);
      if (state !== undefined) this.#leaves.set(name, this.#leavesIn(state));
    }
  }
}

const getStateNumberById = ({ numberOf }: Tree, id: string): number => numberOf.get(id) ?? ROOT;
