import type { PreparedCase } from '../governance/prepareCases.ts';
import type { RecordedInputs } from '../load.ts';
import { mapStepsToStates, OTHER } from '../states/mapped.ts';

/** The cases of two sets with states of one mapping. */
interface SameStates {
  readonly a: readonly PreparedCase[];
  readonly b: readonly PreparedCase[];
  /** Whether the second set has another mapping by itself. */
  readonly isOther: boolean;
}

/** Gives the steps of both sets the states of the first one's mapping; the rarest of both are one. */
export function unifyStates(a: RecordedInputs, b: RecordedInputs): SameStates {
  const text = a.report.mappingText;
  const isOther = b.report.mappingText !== text;
  // What a document hides has its state, and no text to tell it by.
  const known = new Map([...countPreparedStates(a), ...(isOther ? [] : countPreparedStates(b))]);
  const { prepared } = mapStepsToStates([...a.read, ...b.read], { name: 'mapping', text }, known);
  return { a: prepared.slice(0, a.read.length), b: prepared.slice(a.read.length), isOther };
}

function* countPreparedStates({ prepared }: RecordedInputs) {
  for (const { source, places, states } of prepared) {
    const stateAt = new Map(places.map((place, i) => [place, states[i]]));
    for (const [place, step] of source.steps.entries()) {
      const state = stateAt.get(place) ?? null;
      if (state !== OTHER) yield [step, state] as const;
    }
  }
}
