import type { Block } from '../definition.ts';
import { type Entering, EntrySet, type Memory } from './entrySet.ts';
import {
  findCommonAncestor,
  isDescendantState,
  isLeafState,
  ROOT,
  StateKind,
  type Tree,
} from './stateTree.ts';

/** Active states at every level, in document order, and what each history of the tree remembers. */
export interface Configuration {
  readonly active: readonly number[];
  /** Active leaves in their order, if it differs from the document's: XState orders them by entry. */
  readonly order?: readonly number[];
  /** Per `Tree.histories`; null while there is nothing to remember. */
  readonly memory: Memory;
}

/** A transition that is taken, and the state out of which; a wildcard's source is the leaf that is left. */
export interface Enabled {
  readonly transition: number;
  readonly source: number;
}

/** One item of a microstep: a block of actions, or the event of a final state. */
export type Deed =
  /** @param active states at that moment, between the first that is left and the last that is entered. */
  | { readonly kind: 'actions'; readonly block: Block; readonly active: ReadonlySet<number> }
  | { readonly kind: 'done'; readonly event: string; readonly final: number };

const collectBlockActions = (block: Block, active: Iterable<number>): readonly Deed[] =>
  block.length === 0 ? [] : [{ kind: 'actions', block, active: new Set(active) }];

/** Result of a microstep. */
export interface Microstep {
  readonly next: Configuration;
  /** In the order in which they are left and entered. */
  readonly exited: readonly number[];
  readonly entered: readonly number[];
  readonly deeds: readonly Deed[];
  /** A final state at the top was entered: nothing more is answered. */
  readonly isOver: boolean;
  /** True if no eventless transition is evaluated after it: in XState, if such a transition has changed nothing. */
  readonly isStill: boolean;
}

/** True if a transition answers; undefined: not known yet. */
export type Fits = (transition: number) => boolean | undefined;

/** The transitions of a chart, as the interpreter needs them. */
export interface InterpretedMoves {
  /** Targets of a transition; none for one that leaves no state. */
  readonly targets: (transition: number) => readonly number[];
  readonly isInternal: (transition: number) => boolean;
  /** True if it needs no event. */
  readonly isEventless: (transition: number) => boolean;
  readonly block: (transition: number) => Block;
  /** Transitions out of a state, wildcards of leaves among them, in definition order. */
  readonly from: (state: number) => readonly number[];
}

/**
 * The interpreter: SCXML's algorithm (W3C Recommendation of 2015, Appendix D) on configurations, as pure functions. The
 * table asks it once for whatever it has not seen yet.
 */
export class Interpreter {
  /**
   * True if eventless transitions are evaluated after every event, answered or not, and at no other time: XState's
   * rule.
   */
  readonly asksByEvent: boolean = false;
  /** True if an id refers to the last event sent with it: XState's rule. */
  readonly hasOneTimerEach: boolean = false;

  constructor(
    readonly tree: Tree,
    readonly moves: InterpretedMoves,
    /** Actions before the first state is entered. */
    readonly setUp: readonly Block[],
  ) {}

  /** The first microstep, out of nothing into the initial configuration. */
  begin(): Microstep {
    const nothing: Configuration = { active: [], memory: this.tree.histories.map(() => null) };
    const entry = new EntrySet(this.tree, nothing.memory);
    for (const target of this.tree.initial(ROOT)) entry.addDescendants(target);
    for (const target of this.tree.initial(ROOT)) entry.addAncestors(target, ROOT);
    return this.enterFirst(nothing, entry);
  }

  /** Enters states out of nothing. */
  protected enterFirst(nothing: Configuration, entering: Entering): Microstep {
    const before = this.setUp.flatMap(block => collectBlockActions(block, []));
    return this.#enter(nothing, [], before, entering);
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
   * @param _isEventless whether those are asked that need no event; SCXML asks all alike
   * @returns a transition of which that must be known, or the transitions
   */
  select(configuration: Configuration, fits: Fits, _isEventless: boolean): number | Enabled[] {
    const enabled: Enabled[] = [];
    for (const leaf of configuration.order ?? configuration.active) {
      if (!isLeafState(this.tree, leaf)) continue;
      for (const one of this.outward(leaf)) {
        const does = fits(one.transition);
        if (does === undefined) return one.transition;
        if (!does) continue;
        if (!enabled.some(e => e.transition === one.transition && e.source === one.source)) enabled.push(one);
        break;
      }
    }
    return this.withoutConflicts(configuration, enabled);
  }

  withoutConflicts(configuration: Configuration, enabled: readonly Enabled[]): Enabled[] {
    const kept = new Map<Enabled, readonly number[]>();
    // Those that are kept leave no state in common.
    const leaving = new Map<number, Enabled>();
    for (const one of enabled) {
      const left = this.exits(configuration, [one]);
      const rivals = new Set(left.flatMap(state => leaving.get(state) ?? []));
      if ([...rivals].some(other => !isDescendantState(this.tree, one.source, other.source))) continue;
      for (const other of rivals) {
        for (const state of kept.get(other) ?? []) leaving.delete(state);
        kept.delete(other);
      }
      kept.set(one, left);
      for (const state of left) leaving.set(state, one);
    }
    return [...kept.keys()];
  }

  /** Takes transitions that do not conflict. */
  microstep(configuration: Configuration, enabled: readonly Enabled[]): Microstep {
    const { tree, moves } = this;
    const exited = this.exits(configuration, enabled);
    const memory = this.#remembered(configuration, exited);
    const entering = this.entering(configuration, memory, enabled);
    const remaining = new Set(configuration.active);
    const deeds: Deed[] = [];
    for (const state of exited) {
      for (const block of tree.definitions[state]?.exit ?? [])
        deeds.push(...collectBlockActions(block, remaining));
      remaining.delete(state);
    }
    for (const { transition } of enabled)
      deeds.push(...collectBlockActions(moves.block(transition), remaining));
    const active = [...remaining];
    return this.#enter({ active, memory }, exited, deeds, entering);
  }

  /** States entered after these histories were written. */
  protected entering(configuration: Configuration, memory: Memory, enabled: readonly Enabled[]): Entering {
    const entry = new EntrySet(this.tree, memory);
    for (const one of enabled) {
      const targets = this.moves.targets(one.transition);
      const domain = this.domain(configuration, one);
      for (const target of targets) entry.addDescendants(target);
      for (const target of entry.effective(targets)) entry.addAncestors(target, domain);
    }
    return entry;
  }

  #enter(
    from: Configuration,
    exited: readonly number[],
    before: readonly Deed[],
    entering: Entering,
  ): Microstep {
    const { tree } = this;
    const active = new Set(from.active);
    const deeds = [...before];
    const entered = this.newlyEntered(entering, active);
    const reported = new Set<number>();
    for (const state of entered) {
      active.add(state);
      const definition = tree.definitions[state];
      const more = [...(definition?.entry ?? [])];
      if (entering.byDefault.has(state)) more.push(definition?.initialActions ?? []);
      for (const history of entering.historyDefaults(state))
        more.push(tree.definitions[history]?.initialActions ?? []);
      for (const block of more) deeds.push(...collectBlockActions(block, active));
      if (tree.kind[state] === StateKind.final) deeds.push(...this.endings(state, active, reported));
    }
    const next = { active: [...active].sort((a, b) => a - b), memory: from.memory };
    const isOver = this.isOver(next.active);
    // A chart that is over leaves its states, in word: who is looked at later still stands in the final one.
    if (isOver)
      for (const state of [...next.active].reverse()) {
        for (const block of tree.definitions[state]?.exit ?? [])
          deeds.push(...collectBlockActions(block, active));
        active.delete(state);
      }
    return { next, exited, entered, deeds, isOver, isStill: false };
  }

  /** Of the states to enter, those that are not active yet. */
  protected newlyEntered({ states }: Entering, active: ReadonlySet<number>): readonly number[] {
    return states.filter(state => !active.has(state));
  }

  /** True if a final state at the top is active: nothing more is answered. */
  isOver(active: readonly number[]): boolean {
    return active.some(
      state => this.tree.parent[state] === ROOT && this.tree.kind[state] === StateKind.final,
    );
  }

  /**
   * The events of a final state: of its parent, and of the parallel state around when all of its regions are done.
   * @param active states when it has been entered
   * @param _told parallel states that this microstep has reported already
   */
  protected endings(final: number, active: ReadonlySet<number>, _told: Set<number>): Deed[] {
    const { tree } = this;
    const parent = tree.parent[final];
    if (parent === ROOT) return [];
    const deeds: Deed[] = [this.ending(parent, final)];
    const above = tree.parent[parent];
    if (above !== ROOT && tree.kind[above] === StateKind.parallel && this.#isDone(above, active))
      deeds.push(this.ending(above));
    return deeds;
  }

  /** The event of a state's end. */
  protected ending(state: number, final: number = ROOT): Deed {
    return { kind: 'done', event: `done.state.${this.tree.ids[state]}`, final };
  }

  #isDone(state: number, active: ReadonlySet<number>): boolean {
    const { kind, children } = this.tree;
    if (kind[state] === StateKind.compound)
      return children(state).some(child => kind[child] === StateKind.final && active.has(child));
    if (kind[state] !== StateKind.parallel) return false;
    return children(state)
      .filter(child => kind[child] < StateKind.shallow)
      .every(child => this.#isDone(child, active));
  }

  /** States that are left, innermost and last first. */
  protected exits(configuration: Configuration, enabled: readonly Enabled[]): number[] {
    const left = new Set<number>();
    for (const one of enabled) {
      if (this.moves.targets(one.transition).length === 0) continue;
      const domain = this.domain(configuration, one);
      for (const state of configuration.active)
        if (isDescendantState(this.tree, state, domain)) left.add(state);
    }
    return [...left].sort((a, b) => b - a);
  }

  /** The state below which a transition happens. */
  protected domain({ memory }: Configuration, { transition, source }: Enabled): number {
    const { tree, moves } = this;
    const targets = new EntrySet(tree, memory).effective(moves.targets(transition));
    if (
      moves.isInternal(transition) &&
      tree.kind[source] === StateKind.compound &&
      targets.every(target => isDescendantState(tree, target, source))
    )
      return source;
    return findCommonAncestor(tree, [source, ...targets]);
  }

  /** Memory of histories after these states were left. */
  #remembered({ active, memory }: Configuration, exited: readonly number[]) {
    const { tree } = this;
    if (tree.histories.length === 0) return memory;
    const left = new Set(exited);
    return memory.map((before, i) => {
      const history = tree.histories[i];
      const parent = tree.parent[history];
      if (!left.has(parent)) return before;
      return active.filter(state =>
        tree.kind[history] === StateKind.deep
          ? isLeafState(tree, state) && isDescendantState(tree, state, parent)
          : tree.parent[state] === parent,
      );
    });
  }
}
