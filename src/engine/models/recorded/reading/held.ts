import { InputError } from '../../../core/errors.ts';
import * as z from '../../../core/zod.ts';
import type { TraceCase, TraceStep } from '../../../traces/traces.ts';
import { caseRow } from '../reports/recordedDocumentSchema.ts';
import { readCaseRecord } from './toCaseRecord.ts';

/** Beginning of the name of the file with the cases of a run document; formerly the whole name. */
const HELD_CASES = 'cases of the run document';

/** Name of the file of the cases that a run document holds. @param name of what they were read from, once */
export const formatHeldFileName = (name: string): string => `${HELD_CASES}: ${name}`;

/** The name of what the cases of a run document were read from, once; null for any other file. */
export function parseHeldFileName(name: string): string | null {
  if (name === HELD_CASES) return name;
  return name.startsWith(formatHeldFileName('')) ? name.slice(formatHeldFileName('').length) : null;
}

/** The cases of a run document. */
interface HeldCases {
  readonly cases: readonly TraceCase[];
  /** States that the mapping gave to steps whose texts are hidden; null: the step was left out. */
  readonly hidden: ReadonlyMap<TraceStep, string | null>;
}

/** The cases of a run document, one a line. @throws InputError */
export function readHeldCases(bytes: Uint8Array): HeldCases {
  const hidden = new Map<TraceStep, string | null>();
  const lines = new TextDecoder().decode(bytes).split('\n').filter(Boolean);
  const cases = lines.map((line, i) => {
    const row = parseHeldCaseRow(line, i + 1);
    const one = readCaseRecord(row);
    for (const [at, { mapped }] of row.steps.entries())
      if (mapped !== undefined) hidden.set(one.steps[at], mapped);
    return one;
  });
  return { cases, hidden };
}

function parseHeldCaseRow(line: string, number: number): z.infer<typeof caseRow> {
  try {
    const parsed = z.safeParse(caseRow, JSON.parse(line));
    if (parsed.success) return parsed.data;
  } catch {}
  throw new InputError(`${HELD_CASES}, line ${number} is not a case`);
}
