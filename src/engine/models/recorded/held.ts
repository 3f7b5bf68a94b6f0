import { InputError } from '../../errors.ts';
import type { TraceCase, TraceStep } from '../../traces/traces.ts';
import * as z from '../../zod.ts';
import { caseOf } from './caseRecord.ts';
import { caseRow } from './schema.ts';

/** Name of the file of the cases that a run document holds. */
export const HELD_CASES = 'cases of the run document';

/** The cases of a run document. */
interface HeldCases {
  readonly cases: readonly TraceCase[];
  /** States that the mapping gave to steps whose texts are hidden; null: the step was left out. */
  readonly hidden: ReadonlyMap<TraceStep, string | null>;
}

/** The cases of a run document, one a line. @throws InputError */
export function heldCases(bytes: Uint8Array): HeldCases {
  const hidden = new Map<TraceStep, string | null>();
  const lines = new TextDecoder().decode(bytes).split('\n').filter(Boolean);
  const cases = lines.map((line, i) => {
    const row = rowOf(line, i + 1);
    const one = caseOf(row);
    for (const [at, { mapped }] of row.steps.entries())
      if (mapped !== undefined) hidden.set(one.steps[at], mapped);
    return one;
  });
  return { cases, hidden };
}

function rowOf(line: string, number: number): z.infer<typeof caseRow> {
  try {
    const parsed = z.safeParse(caseRow, JSON.parse(line));
    if (parsed.success) return parsed.data;
  } catch {}
  throw new InputError(`${HELD_CASES}, line ${number} is no case`);
}
