import type { Block } from './definition.ts';
import { commonAncestor, isBelow, isLeaf, Kind, ROOT, type Tree } from './tree.ts';

/** Active states at every level, in document order, and what each history of the tree remembers. */
export interface Configuration {
  readonly active: readonly number[];
  /** Per `Tree.histories`; null while there is nothing to remember. */
  readonly memory: readonly (readonly number[] | null)[];
}

/** A transition that is taken, and the state out of which; a wildcard's source is the leaf that is left. */
export interface Enabled {
  readonly transition: number;
  readonly source: number;
}

/** One thing to do in a microstep: a block of actions, or the event that tells of a final state. */
export type Deed =
  /** @param active states at that moment, between the first that is left and the last that is entered. */
  | { readonly kind: 'actions'; readonly block: Block; readonly active: ReadonlySet<number> }
  | { readonly kind: 'done'; readonly event: string; readonly final: number };

const actions = (block: Block, active: Iterable<number>): readonly Deed[] =>
  block.length === 0 ? [] : [{ kind: 'actions', block, active: new Set(active) }];

/** What a microstep leads to. */
export interface Microstep {
  readonly next: Configuration;
  /** In the order in which they are left and entered. */
  readonly exited: readonly number[];
  readonly entered: readonly number[];
  readonly deeds: readonly Deed[];
  /** A final state at the top was entered: nothing more is answered. */
  readonly isOver: boolean;
}

/** The transitions of a chart, as the interpreter needs them. */
export interface Moves {
  /** Targets of a transition; none for one that leaves no state. */
  readonly targets: (transition: number) => readonly number[];
  readonly isInternal: (transition: number) => boolean;
  readonly block: (transition: number) => Block;
  /** Transitions out of a state, wildcards of leaves among them, in definition order. */
  readonly from: (state: number) => readonly number[];
}

/**
 * The interpreter: SCXML's algorithm (W3C Recommendation of 2015, Appendix D) on configurations, as pure functions. The
 * table asks it once for whatever it has not seen yet.
 */
export class Interpreter {
  constructor(
    readonly tree: Tree,
    readonly moves: Moves,
    /** What happens before the first state is entered. */
    readonly setUp: readonly Block[],
  ) {}

  /** The first microstep, out of nothing into the initial configuration. */
  begin(): Microstep {
    const nothing: Configuration = { active: [], memory: this.tree.histories.map(() => null) };
    const entry = new Entry(this.tree, nothing.memory);
    for (const target of this.tree.initial(ROOT)) entry.addDescendants(target);
    for (const target of this.tree.initial(ROOT)) entry.addAncestors(target, ROOT);
    return this.#enter(
      nothing,
      [],
      this.setUp.flatMap(block => actions(block, [])),
      entry,
    );
  }

  /** Transitions out of a state and of those around it, from within outward, each with the state that it leaves. */
  *outward(state: number): Generator<Enabled> {
    for (let source = state; source !== ROOT; source = this.tree.parent[source])
      for (const transition of this.moves.from(source)) yield { transition, source };
  }

  /**
   * Selects what is taken out of a configuration: of each active leaf, the first transition that fits, its own before
   * those of the states around it; of two that would leave the same state, the one further in.
   * @param fits whether a transition answers; undefined: not known yet
   * @returns a transition of which that must be known, or the transitions
   */
  select(
    { active, memory }: Configuration,
    fits: (transition: number) => boolean | undefined,
  ): number | Enabled[] {
    const enabled: Enabled[] = [];
    for (const leaf of active) {
      if (!isLeaf(this.tree, leaf)) continue;
      for (const one of this.outward(leaf)) {
        const does = fits(one.transition);
        if (does === undefined) return one.transition;
        if (!does) continue;
        if (!enabled.some(e => e.transition === one.transition && e.source === one.source)) enabled.push(one);
        break;
      }
    }
    return this.withoutConflicts({ active, memory }, enabled);
  }

  withoutConflicts(configuration: Configuration, enabled: readonly Enabled[]): Enabled[] {
    let kept: Enabled[] = [];
    for (const one of enabled) {
      const left = new Set(this.#exits(configuration, [one]));
      const rivals = kept.filter(other => this.#exits(configuration, [other]).some(state => left.has(state)));
      if (rivals.some(other => !isBelow(this.tree, one.source, other.source))) continue;
      kept = kept.filter(other => !rivals.includes(other));
      kept.push(one);
    }
    return kept;
  }

  /** Takes transitions that do not conflict. */
  microstep(configuration: Configuration, enabled: readonly Enabled[]): Microstep {
    const { tree, moves } = this;
    const exited = this.#exits(configuration, enabled);
    const memory = this.#remembered(configuration, exited);
    const entry = new Entry(tree, memory);
    for (const one of enabled) {
      const targets = moves.targets(one.transition);
      const domain = this.#domain(configuration, one);
      for (const target of targets) entry.addDescendants(target);
      for (const target of entry.effective(targets)) entry.addAncestors(target, domain);
    }
    const remaining = new Set(configuration.active);
    const deeds: Deed[] = [];
    for (const state of exited) {
      for (const block of tree.definitions[state]?.exit ?? []) deeds.push(...actions(block, remaining));
      remaining.delete(state);
    }
    for (const { transition } of enabled) deeds.push(...actions(moves.block(transition), remaining));
    const active = [...remaining];
    return this.#enter({ active, memory }, exited, deeds, entry);
  }

  #enter(from: Configuration, exited: readonly number[], before: readonly Deed[], entry: Entry): Microstep {
    const { tree } = this;
    const active = new Set(from.active);
    const deeds = [...before];
    const entered = entry.inOrder().filter(state => !active.has(state));
    let isOver = false;
    for (const state of entered) {
      active.add(state);
      const definition = tree.definitions[state];
      const more = [...(definition?.entry ?? [])];
      if (entry.byDefault.has(state)) more.push(definition?.initialActions ?? []);
      for (const history of entry.historyDefaults(state))
        more.push(tree.definitions[history]?.initialActions ?? []);
      for (const block of more) deeds.push(...actions(block, active));
      if (tree.kind[state] !== Kind.final) continue;
      const parent = tree.parent[state];
      if (parent === ROOT) isOver = true;
      else deeds.push(...this.#done(state, parent, active));
    }
    const next = { active: [...active].sort((a, b) => a - b), memory: from.memory };
    // A chart that is over leaves its states, in word: who is looked at later still stands in the final one.
    if (isOver)
      for (const state of [...next.active].reverse()) {
        for (const block of tree.definitions[state]?.exit ?? []) deeds.push(...actions(block, active));
        active.delete(state);
      }
    return { next, exited, entered, deeds, isOver };
  }

  /** The events of a final state: of its parent, and of the parallel state around when all of its regions are done. */
  #done(final: number, parent: number, active: ReadonlySet<number>): Deed[] {
    const { tree } = this;
    const event = (state: number) => `done.state.${tree.ids[state]}`;
    const deeds: Deed[] = [{ kind: 'done', event: event(parent), final }];
    const above = tree.parent[parent];
    if (above !== ROOT && tree.kind[above] === Kind.parallel && this.#isDone(above, active))
      deeds.push({ kind: 'done', event: event(above), final: ROOT });
    return deeds;
  }

  #isDone(state: number, active: ReadonlySet<number>): boolean {
    const { kind, children } = this.tree;
    if (kind[state] === Kind.compound)
      return children(state).some(child => kind[child] === Kind.final && active.has(child));
    if (kind[state] !== Kind.parallel) return false;
    return children(state)
      .filter(child => kind[child] < Kind.shallow)
      .every(child => this.#isDone(child, active));
  }

  /** States that are left, innermost and last first. */
  #exits(configuration: Configuration, enabled: readonly Enabled[]): number[] {
    const left = new Set<number>();
    for (const one of enabled) {
      if (this.moves.targets(one.transition).length === 0) continue;
      const domain = this.#domain(configuration, one);
      for (const state of configuration.active) if (isBelow(this.tree, state, domain)) left.add(state);
    }
    return [...left].sort((a, b) => b - a);
  }

  /** The state below which a transition happens. */
  #domain({ memory }: Configuration, { transition, source }: Enabled): number {
    const { tree, moves } = this;
    const targets = new Entry(tree, memory).effective(moves.targets(transition));
    if (
      moves.isInternal(transition) &&
      tree.kind[source] === Kind.compound &&
      targets.every(target => isBelow(tree, target, source))
    )
      return source;
    return commonAncestor(tree, [source, ...targets]);
  }

  /** What histories remember after these states were left. */
  #remembered({ active, memory }: Configuration, exited: readonly number[]) {
    const { tree } = this;
    if (tree.histories.length === 0) return memory;
    const left = new Set(exited);
    return memory.map((before, i) => {
      const history = tree.histories[i];
      const parent = tree.parent[history];
      if (!left.has(parent)) return before;
      return active.filter(state =>
        tree.kind[history] === Kind.deep
          ? isLeaf(tree, state) && isBelow(tree, state, parent)
          : tree.parent[state] === parent,
      );
    });
  }
}

/** States that a microstep enters. */
class Entry {
  readonly #states = new Set<number>();
  /** Compound states that are entered by their initial transition. */
  readonly byDefault = new Set<number>();
  readonly #histories = new Map<number, number[]>();

  constructor(
    readonly tree: Tree,
    readonly memory: Configuration['memory'],
  ) {}

  inOrder(): number[] {
    return [...this.#states].sort((a, b) => a - b);
  }

  /** Histories of a state whose default transitions were taken. */
  historyDefaults(state: number): readonly number[] {
    return this.#histories.get(state) ?? [];
  }

  /** Targets, with histories replaced by what they stand for. */
  effective(targets: readonly number[]): number[] {
    return targets.flatMap(target => {
      if (this.tree.kind[target] < Kind.shallow) return [target];
      return this.#recalled(target) ?? this.effective(this.tree.initial(target));
    });
  }

  addDescendants(state: number): void {
    const { tree } = this;
    if (tree.kind[state] >= Kind.shallow) {
      const targets = this.#recalled(state) ?? this.#defaultOf(state);
      for (const target of targets) this.addDescendants(target);
      for (const target of this.effective(targets)) this.addAncestors(target, tree.parent[state]);
      return;
    }
    this.#states.add(state);
    if (tree.kind[state] === Kind.compound) {
      this.byDefault.add(state);
      for (const target of tree.initial(state)) this.addDescendants(target);
      for (const target of this.effective(tree.initial(state))) this.addAncestors(target, state);
    } else if (tree.kind[state] === Kind.parallel) this.#addRegions(state);
  }

  /** The states between a target and the domain, with the other regions of parallel ones. */
  addAncestors(state: number, domain: number): void {
    const { tree } = this;
    for (let above = tree.parent[state]; above !== domain && above !== ROOT; above = tree.parent[above]) {
      this.#states.add(above);
      if (tree.kind[above] === Kind.parallel) this.#addRegions(above);
    }
  }

  #addRegions(parallel: number): void {
    for (const child of this.tree.children(parallel)) {
      if (this.tree.kind[child] >= Kind.shallow) continue;
      if (![...this.#states].some(state => state === child || isBelow(this.tree, state, child)))
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
