import { InputError } from '../../errors.ts';
import type { TraceCase } from '../../traces/traces.ts';
import * as z from '../../zod.ts';
import { caseOf } from './caseRecord.ts';
import { caseRow } from './schema.ts';

/** Name of the file of the cases that a run document holds. */
export const HELD_CASES = 'cases of the run document';

/** The cases of a run document, one a line. @throws InputError */
export function heldCases(bytes: Uint8Array): readonly TraceCase[] {
  const lines = new TextDecoder().decode(bytes).split('\n');
  return lines.filter(Boolean).map((line, i) => {
    const parsed = z.safeParse(caseRow, JSON.parse(line));
    if (!parsed.success) throw new InputError(`${HELD_CASES}, line ${i + 1} is no case`);
    return caseOf(parsed.data);
  });
}
