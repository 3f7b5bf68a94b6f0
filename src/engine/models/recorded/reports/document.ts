import type { PreparedCase } from '../governance/prepareCases.ts';
import { toCaseRecord } from '../reading/toCaseRecord.ts';
import type { RecordedState } from '../state.ts';
import type { CaseRecord, FileLine } from './schema.ts';

/** Rows of `inputs`: the cases as they were read, those steps that the mapping leaves out among them, and the user's files. */
export function* writeRecordedInputs({
  inputs,
  isRedacted,
}: RecordedState): Generator<CaseRecord | FileLine> {
  for (const [c, one] of inputs.read.entries())
    yield toCaseRecord(one, isRedacted ? listSourceStepStates(inputs.prepared[c], one.steps.length) : null);
  for (const [input, text] of inputs.texts)
    for (const [i, line] of text.split('\n').entries()) yield { input, line: i + 1, text: line };
}

/** State of each step of the source; null: it was left out. */
function listSourceStepStates({ places, states }: PreparedCase, steps: number): readonly (string | null)[] {
  const all: (string | null)[] = Array.from({ length: steps }, () => null);
  for (const [i, place] of places.entries()) all[place] = states[i];
  return all;
}
