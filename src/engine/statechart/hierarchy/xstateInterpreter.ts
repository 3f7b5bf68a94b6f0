import type { Block } from '../definition.ts';
import type { Entering, Memory } from './entrySet.ts';
import {
  type Configuration,
  type Deed,
  type Enabled,
  type Fits,
  type InterpretedMoves,
  Interpreter,
  type Microstep,
} from './interpreter.ts';
import { isDescendantState, isLeafState, ROOT, StateKind, type Tree } from './stateTree.ts';

/**
 * Deviations of XState 5.33 from SCXML's algorithm, as pure functions. A transition does not leave its source unless it
 * has `reenter`; a parallel state may be the domain of one between its regions, and is asked only if none of them
 * answers; eventless transitions are evaluated in the order in which the leaves were entered, and not again if one has
 * changed nothing; the end of a parallel state ends the parallel one around it; a region may be a final state.
 */
export class XStateInterpreter extends Interpreter {
  /** The state that represents the machine; ROOT if none does. */
  readonly #machine: number;
  override readonly asksByEvent: boolean;
  override readonly hasOneTimerEach = true;

  constructor(tree: Tree, moves: InterpretedMoves, setUp: readonly Block[], machine: number) {
    super(tree, moves, setUp);
    this.#machine = machine;
    this.asksByEvent = tree.ids.some((_, state) => moves.from(state).some(moves.isEventless));
  }

  override begin(): Microstep {
    const { tree } = this;
    const nothing: Configuration = { active: [], memory: tree.histories.map(() => null) };
    const entry = new XStateEntry(tree, nothing.memory);
    for (const target of tree.initial(ROOT)) entry.addByDefault(target);
    for (const target of tree.initial(ROOT)) entry.addAncestors(target, ROOT);
    return this.enterFirst(nothing, entry);
  }

  /** On an event each region answers for itself, and a state only if nothing in it does. */
  override select(configuration: Configuration, fits: Fits, isEventless: boolean): number | Enabled[] {
    if (isEventless) return super.select(configuration, fits, isEventless);
    const answer = this.#answer(ROOT, this.#valueOf(configuration.active), fits);
    return typeof answer === 'number' ? answer : this.withoutConflicts(configuration, answer);
  }

  /**
   * The asked children of each state. It matters if a state is active and the one around it is not, which a history can
   * bring about: XState then asks the one around it all the same, and its initial states.
   */
  #valueOf(active: readonly number[]): ReadonlyMap<number, readonly number[]> {
    const { kind, children, parent } = this.tree;
    const all = new Set([ROOT, ...active]);
    const known = this.#byParent(all);
    for (const state of all) {
      if (state === ROOT ? this.#machine === ROOT : kind[state] === StateKind.compound) {
        if (!known.has(state)) for (const first of this.#begun(state)) all.add(first);
      } else if (kind[state] === StateKind.parallel)
        for (const child of children(state))
          if (kind[child] < StateKind.shallow && !all.has(child))
            for (const first of this.#begun(child)) all.add(first);
    }
    for (const state of all) if (state !== ROOT) all.add(parent[state]);
    return this.#byParent(all);
  }

  #byParent(states: Iterable<number>): Map<number, number[]> {
    const { parent } = this.tree;
    const groups = new Map<number, number[]>();
    for (const state of states)
      if (state !== ROOT) groups.set(parent[state], [...(groups.get(parent[state]) ?? []), state]);
    return groups;
  }

  /** A state and all that it begins in. */
  #begun(state: number): readonly number[] {
    const entry = new XStateEntry(this.tree, []);
    if (state !== ROOT) entry.addByDefault(state);
    else for (const first of this.tree.initial(ROOT)) entry.addByDefault(first);
    return entry.states;
  }

  #answer(state: number, value: ReadonlyMap<number, readonly number[]>, fits: Fits): number | Enabled[] {
    const within: Enabled[] = [];
    const children = value.get(state) ?? [];
    const isSplit = state !== ROOT && this.tree.kind[state] === StateKind.parallel;
    const [first] = children;
    // Of several, which there should not be, a leaf that comes first stands for all.
    const asked = !isSplit && first !== undefined && isLeafState(this.tree, first) ? [first] : children;
    for (const child of asked) {
      const answer = this.#answer(child, value, fits);
      if (typeof answer === 'number') return answer;
      within.push(...answer);
    }
    if (within.length > 0 || state === ROOT) return within;
    for (const transition of this.moves.from(state)) {
      const does = fits(transition);
      if (does === undefined) return transition;
      if (does) return [{ transition, source: state }];
    }
    return [];
  }

  override microstep(configuration: Configuration, enabled: readonly Enabled[]): Microstep {
    const step = super.microstep(configuration, enabled);
    const { tree } = this;
    const { active } = step.next;
    const isWritten = tree.histories.some(history => step.exited.includes(tree.parent[history]));
    const isSame = !isWritten && active.join() === configuration.active.join();
    const isStill =
      isSame &&
      enabled.every(({ transition }) => this.moves.isEventless(transition)) &&
      !step.deeds.some(isAssignAction);
    const order = isSame ? configuration.order : this.#orderAfter(configuration, step);
    return { ...step, isStill, next: { ...step.next, ...(order && { order }) } };
  }

  /** Leaves by their entry; undefined if nobody asks, or for the order of the document. */
  #orderAfter({ active, order }: Configuration, { exited, entered, next }: Microstep) {
    if (!this.asksByEvent) return undefined;
    const leaves = new Set(order ?? active.filter(state => isLeafState(this.tree, state)));
    for (const state of exited) leaves.delete(state);
    for (const state of entered) if (isLeafState(this.tree, state)) leaves.add(state);
    const usual = next.active.filter(state => isLeafState(this.tree, state));
    return [...leaves].join() === usual.join() ? undefined : [...leaves];
  }

  protected override entering(
    configuration: Configuration,
    memory: Memory,
    enabled: readonly Enabled[],
  ): Entering {
    const { tree, moves } = this;
    const entry = new XStateEntry(tree, memory);
    for (const one of enabled) {
      const { source, transition } = one;
      const targets = moves.targets(transition);
      // Histories use the memory from before the states were left.
      const domain = this.domain({ ...configuration, memory }, one);
      for (const target of targets) {
        const isItself = target === source && domain === source && moves.isInternal(transition);
        if (isItself) entry.addDescendants(target);
        else entry.addByDefault(target);
      }
      for (const target of entry.effective(targets)) entry.addAncestors(target, domain);
    }
    return entry;
  }

  /** All of them: a state between a history and what it remembers is entered again, even while it is active. */
  protected override newlyEntered({ states }: Entering): readonly number[] {
    return states;
  }

  protected override domain({ memory }: Configuration, { transition, source }: Enabled): number {
    const { tree, moves } = this;
    const targets = new XStateEntry(tree, memory).effective(moves.targets(transition));
    const isInternal = moves.isInternal(transition);
    const isWithin = (state: number) => state === source || isDescendantState(tree, state, source);
    if (isInternal && targets.every(isWithin)) return source;
    const [head, ...others] = [...targets, source];
    for (let above = tree.parent[head]; above !== ROOT; above = tree.parent[above])
      if (others.every(state => isDescendantState(tree, state, above))) return above;
    return isInternal ? this.#machine : ROOT;
  }

  protected override endings(final: number, active: ReadonlySet<number>, reported: Set<number>): Deed[] {
    const { kind, parent } = this.tree;
    const own = parent[final];
    if (own === ROOT) return [];
    const deeds: Deed[] = kind[own] === StateKind.compound ? [this.ending(own, final)] : [];
    let above = kind[own] === StateKind.parallel ? own : parent[own];
    while (above !== ROOT && kind[above] === StateKind.parallel && !reported.has(above)) {
      if (!this.#isComplete(above, active)) break;
      reported.add(above);
      deeds.push(this.ending(above));
      above = parent[above];
    }
    return deeds;
  }

  /** True if a state is complete; a final state is, entered or not yet. */
  #isComplete(state: number, active: ReadonlySet<number>): boolean {
    const { kind } = this.tree;
    const children = this.tree.children(state).filter(child => kind[child] < StateKind.shallow);
    if (kind[state] === StateKind.compound)
      return children.some(child => kind[child] === StateKind.final && active.has(child));
    if (kind[state] === StateKind.parallel) return children.every(child => this.#isComplete(child, active));
    return kind[state] === StateKind.final;
  }

  override isOver(active: readonly number[]): boolean {
    if (this.#machine === ROOT) return super.isOver(active);
    return this.#isComplete(this.#machine, new Set(active));
  }
}

/** True if an action gives the machine another context, and so another state. */
const isAssignAction = (deed: Deed): boolean =>
  deed.kind === 'actions' && deed.block.some(({ kind }) => kind === 'set' || kind === 'add');

/** Finds the states that a microstep of XState enters. */
class XStateEntry implements Entering {
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
    else if (tree.kind[state] === StateKind.compound) {
      for (const first of tree.initial(state)) {
        this.addByDefault(first);
        this.#addBetween(first, state);
      }
    } else if (tree.kind[state] === StateKind.parallel)
      for (const child of this.#missing(state)) this.addByDefault(child);
  }

  #addPast(history: number): void {
    const { tree } = this;
    const parent = tree.parent[history];
    const recalled = this.#recalled(history);
    const targets = recalled ?? this.#defaultOf(history);
    for (const target of targets) {
      this.#states.add(target);
      if (recalled === null && this.#leadsAsParent(history) && tree.kind[parent] === StateKind.compound)
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
    if (this.tree.kind[state] !== StateKind.parallel) return;
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
    return this.tree.kind[state] >= StateKind.shallow;
  }

  #recalled(history: number): readonly number[] | null {
    return this.memory[this.tree.histories.indexOf(history)];
  }

  /** True if a history without memory leads to its parent's initial state. */
  #leadsAsParent(history: number): boolean {
    return this.tree.definitions[history]?.initial === undefined;
  }

  #defaultOf(history: number): readonly number[] {
    const { tree } = this;
    const parent = tree.parent[history];
    if (this.#leadsAsParent(history) && tree.kind[parent] === StateKind.parallel) return [parent];
    return tree.initial(history);
  }
}
