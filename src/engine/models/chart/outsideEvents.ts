import type { CompiledChart } from '../../statechart/compiled.ts';
import { findChartOwnEvents } from '../../statechart/ownEvents.ts';
import { EventNames, listTransitionEvents } from './eventNames.ts';
import { Reachable } from './reachable.ts';

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
  /** Whether the chart sends events whose names are not known before. */
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

  /** Those that a transition answers. */
  of(transition: number): readonly string[] {
    return this.#of[transition];
  }
}
