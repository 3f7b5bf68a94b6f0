import type { TraceCase, TraceStep } from '../../../traces/traces.ts';
import { type Mapping, stateOf } from '../states/mapping.ts';
import { type Amounts, Ledger } from './amounts.ts';
import { Keyer, type StepKeys } from './keys.ts';

/** A case made ready for rules and for graphs. */
export interface PreparedCase {
  readonly source: TraceCase;
  /** Steps that the mapping does not ignore. */
  readonly steps: readonly StepKeys[];
  /** State of each of these. */
  readonly states: readonly string[];
  /** Place of each of these among the steps of the source, from 0. */
  readonly places: readonly number[];
  readonly ledger: Ledger;
  /** What the whole case took. */
  readonly total: Amounts;
}

/** Cases with the states that a mapping gives their steps. */
export const prepare = (cases: readonly TraceCase[], mapping: Mapping): PreparedCase[] =>
  prepareBy(cases, stateOf(mapping));

/** The same by a function. @param named the state of a step; null for one that is ignored */
export function prepareBy(
  cases: readonly TraceCase[],
  named: (step: TraceStep) => string | null,
): PreparedCase[] {
  const keyer = new Keyer();
  return cases.map(source => {
    const steps: StepKeys[] = [];
    const states: string[] = [];
    const places: number[] = [];
    for (const [place, step] of source.steps.entries()) {
      const state = named(step);
      if (state === null) continue;
      steps.push(keyer.of(step, state));
      states.push(state);
      places.push(place);
    }
    const ledger = new Ledger(source);
    return { source, steps, states, places, ledger, total: ledger.from(0) };
  });
}
