import type { CompiledChart } from '../../statechart/compiled.ts';
import { isTimedTransition } from '../../statechart/definition.ts';
import { isDescendantState, ROOT, StateKind } from '../../statechart/hierarchy/stateTree.ts';
import { findBlockEvents, findChartOwnEvents } from '../../statechart/ownEvents.ts';
import { SEED_EVENT } from './bundledCharts.ts';
import { EventNames, getDescriptorEvent, listTransitionEvents } from './eventNames.ts';

/**
 * The events that come to a chart from outside: by chance, or as an answer to what a state asks. An event that the chart
 * raises or sends itself comes by that alone, unless a transition that answers it has a weight, which says that it is
 * chosen; and unless nothing that can happen before would bring it, so that the transition would never be taken.
 */
export class OutsideEvents {
  readonly #of: readonly (readonly string[])[];
  /** Events that come by the chart alone, of those that would else come from outside. */
  readonly kept: readonly string[];
  /** Transitions whose events the chart brings, but not before they are taken. */
  readonly opened: readonly number[];
  /** True if the chart sends events whose names are not known before. */
  readonly hasUnknown: boolean;

  /** @param isAsBefore whether its own events come from outside as well: before version 0.7 */
  constructor(chart: CompiledChart, isAsBefore = false) {
    const { transitions } = chart.definition;
    const { events, hasUnknown } = findChartOwnEvents(chart.definition);
    const own = new EventNames(events);
    const isKept = (transition: number, event: string) =>
      transitions[transition].weight === undefined && own.answer(transitions[transition], event);
    const answered = transitions.map(listTransitionEvents);
    const hasKept = answered.some((names, t) => names.some(name => isKept(t, name)));
    const reachable = hasKept && !isAsBefore ? new Reachable(chart, isKept) : null;
    this.opened = reachable === null ? [] : [...reachable.opened].sort((a, b) => a - b);
    this.#of =
      reachable === null
        ? answered
        : answered.map((names, t) =>
            reachable.opened.has(t) ? names : names.filter(name => !isKept(t, name)),
          );
    this.kept = [
      ...new Set(answered.flatMap((names, t) => names.filter(name => !this.#of[t].includes(name)))),
    ];
    this.hasUnknown = hasUnknown;
  }

  /** The events that a transition answers. */
  of(transition: number): readonly string[] {
    return this.#of[transition];
  }
}

const DONE = 'done.state.';

/**
 * The reachable part of a chart, given that events sent by the chart itself come by that alone. If a transition waits
 * for such an event and nothing reachable sends it, it is opened: its events come from outside, and its targets are
 * reached as well. Guards are assumed to hold, and a state to be active together with any other.
 */
class Reachable {
  /** Transitions that only events from outside can begin. */
  readonly opened = new Set<number>();
  readonly #chart: CompiledChart;
  readonly #isKept: (transition: number, event: string) => boolean;
  readonly #states = new Set<number>();
  /** States entered with their initial states. */
  readonly #entered = new Set<number>();
  readonly #taken = new Set<number>();
  readonly #brought = new EventNames();
  /** Transitions out of states that are reached, which are not taken yet. */
  #waiting: number[] = [];

  /** @param isKept whether an event that a transition answers comes by the chart alone */
  constructor(chart: CompiledChart, isKept: (transition: number, event: string) => boolean) {
    this.#chart = chart;
    this.#isKept = isKept;
    for (const block of chart.interpreter.setUp) this.#bring(block);
    for (const first of chart.tree.initial(ROOT)) this.#enter(first);
    while (this.#goOn() || this.#open());
  }

  /** Takes what can be taken. @returns whether anything was */
  #goOn(): boolean {
    const waiting = this.#waiting;
    this.#waiting = [];
    let hasMoved = false;
    for (const transition of waiting)
      if (this.#taken.has(transition)) continue;
      else if (this.#mayBeTaken(transition)) {
        this.#take(transition);
        hasMoved = true;
      } else this.#waiting.push(transition);
    return hasMoved;
  }

  /**
   * Opens events that states would otherwise wait for without end, since the chart brings them elsewhere.
   * @returns whether there were any
   */
  #open(): boolean {
    const { transitions } = this.#chart.definition;
    const open = this.#waiting.filter(
      transition => !this.opened.has(transition) && listTransitionEvents(transitions[transition]).length > 0,
    );
    for (const transition of open) this.opened.add(transition);
    return open.length > 0;
  }

  #mayBeTaken(transition: number): boolean {
    const definition = this.#chart.definition.transitions[transition];
    const { rate, on, trigger } = definition;
    if (rate !== undefined || isTimedTransition(definition) || on?.length === 0) return true;
    if (this.opened.has(transition)) return true;
    return (on ?? [trigger]).map(getDescriptorEvent).some(event => {
      if (event !== SEED_EVENT && this.#isKept(transition, event))
        return this.#brought.answer(definition, event);
      const ended = event.startsWith(DONE)
        ? this.#chart.stateNumber.get(event.slice(DONE.length))
        : undefined;
      return ended === undefined || this.#hasEnd(ended);
    });
  }

  /** True if an end of a state is reached. */
  #hasEnd(state: number): boolean {
    const { tree } = this.#chart;
    return [...this.#states].some(
      one => tree.kind[one] === StateKind.final && (one === state || isDescendantState(tree, one, state)),
    );
  }

  #take(transition: number): void {
    const { moves } = this.#chart.interpreter;
    this.#taken.add(transition);
    this.#bring(moves.block(transition));
    for (const target of moves.targets(transition)) this.#enter(target);
  }

  /** A state with what it begins in. */
  #enter(state: number): void {
    if (this.#entered.has(state)) return;
    this.#entered.add(state);
    this.#bring(this.#chart.tree.definitions[state]?.initialActions ?? []);
    this.#add(state);
    for (const first of this.#chart.tree.initial(state)) this.#enter(first);
  }

  /** A state with those around it, and with their other regions. */
  #add(state: number): void {
    const { tree, interpreter } = this.#chart;
    if (this.#states.has(state)) return;
    this.#states.add(state);
    const { entry = [], exit = [] } = tree.definitions[state] ?? {};
    for (const block of [...entry, ...exit]) this.#bring(block);
    this.#waiting.push(...interpreter.moves.from(state));
    if (tree.parent[state] !== ROOT) this.#add(tree.parent[state]);
    if (tree.kind[state] !== StateKind.parallel) return;
    for (const child of tree.children(state)) if (tree.kind[child] < StateKind.shallow) this.#enter(child);
  }

  #bring(block: Parameters<typeof findBlockEvents>[0]): void {
    for (const event of findBlockEvents(block).events) this.#brought.add(event);
  }
}
