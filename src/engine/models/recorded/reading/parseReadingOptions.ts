import { InputError } from '../../../core/errors.ts';
import * as z from '../../../core/zod.ts';
import type { ColumnRole } from '../../../files/columnRoles.ts';
import { COLUMN_ROLES } from '../../../files/columnRoles.ts';
import { parseJsonFile } from '../../../files/textFile.ts';
import { validateShape } from '../../../statechart/formats/shape.ts';
import type { TraceReading } from '../../../traces/traceReading.ts';

/** Roles as JSON names them: `tokens_in`. */
const ROLES_BY_JSON_NAME: ReadonlyMap<string, ColumnRole> = new Map(
  COLUMN_ROLES.map(role => [role.replace(/[A-Z]/g, sign => `_${sign.toLowerCase()}`), role]),
);
const column = z.optional(z.nullable(z.string()));
const READING = z.strictObject({
  columns: z.optional(
    z.strictObject(Object.fromEntries([...ROLES_BY_JSON_NAME.keys()].map(name => [name, column]))),
  ),
  object_type: z.optional(z.string()),
  errors_in_results: z.optional(z.boolean()),
  dates: z.optional(z.enum(['day-first', 'month-first'])),
  decimals: z.optional(z.enum(['comma', 'point'])),
});
const WANTED =
  'a reading: {"columns": {"case": "order", "activity": "what", "time": "when"}} or {"object_type": "order"}';

/** Reads options for reading traces from JSON. @throws InputError that names the first mistake */
export function parseReadingOptions({
  name,
  text,
}: {
  readonly name: string;
  readonly text: string;
}): TraceReading {
  const mistakes: string[] = [];
  const found = validateShape(READING, parseJsonFile(name, text, WANTED), name, mistakes);
  if (found === undefined) throw new InputError(mistakes[0]);
  const columns: Partial<Record<ColumnRole, string | null>> = {};
  for (const [key, wanted] of Object.entries(found.columns ?? {})) {
    const role = ROLES_BY_JSON_NAME.get(key);
    if (role !== undefined && wanted !== undefined) columns[role] = wanted;
  }
  return {
    columns,
    ...(found.object_type !== undefined && { objectType: found.object_type }),
    ...(found.errors_in_results !== undefined && { errorsInResults: found.errors_in_results }),
    ...(found.dates !== undefined && { dates: found.dates }),
    ...(found.decimals !== undefined && { decimals: found.decimals }),
  };
}
