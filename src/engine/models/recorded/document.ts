import { caseRecord } from './caseRecord.ts';
import type { CaseRecord, FileLine } from './schema.ts';
import type { RecordedState } from './state.ts';

/** Rows of `inputs`: the cases as they were read, those steps that the mapping leaves out among them, and the user's files. */
export function* inputRecords({ inputs, isRedacted }: RecordedState): Generator<CaseRecord | FileLine> {
  for (const one of inputs.read) yield caseRecord(one, isRedacted);
  for (const [input, text] of inputs.texts)
    for (const [i, line] of text.split('\n').entries()) yield { input, line: i + 1, text: line };
}
