/** Recordings of real agents, in every format that is known, as cases and steps. Entry `statescope/traces`. */
import { checkOptions, describeUnknownName, describeValue, isBytes } from '../engine/core/checkOptions.ts';
import { InputError } from '../engine/core/errors.ts';
import { COLUMN_ROLES } from '../engine/files/columnRoles.ts';
import { createStateMapper as createMapper } from '../engine/stateMapping/createStateMapper.ts';
import type { Mapping } from '../engine/stateMapping/mapping.ts';
import { readMappingOrPreset } from '../engine/stateMapping/stateMappings.ts';
import { createTraceReader as create, type TraceReader } from '../engine/traces/createTraceReader.ts';
import type { TraceReadings } from '../engine/traces/findings.ts';
import type { TraceReading } from '../engine/traces/traceReading.ts';
import type { TraceStep } from '../engine/traces/traces.ts';

export { InputError } from '../engine/core/errors.ts';
export { MAPPINGS } from '../engine/stateMapping/knownMappings.ts';
export type { Mapping } from '../engine/stateMapping/mapping.ts';
export { readStateMapping } from '../engine/stateMapping/stateMappings.ts';
export type { TraceReader } from '../engine/traces/createTraceReader.ts';
export type { TraceReadings } from '../engine/traces/findings.ts';
export { FORMAT_NAMES } from '../engine/traces/formats.ts';
export type { TraceReading } from '../engine/traces/traceReading.ts';
export type { LeftOutPart, SkippedPart, TraceCase, TraceStep } from '../engine/traces/traces.ts';

/** A file of traces: bytes, or text. */
export interface TraceFile {
  /** By which it is named in what is found and passed over. */
  readonly name: string;
  readonly content: Uint8Array | string;
}

/**
 * Reads files of traces. What cannot be read is listed in what it gives, and never thrown.
 * @param reading choices, such as `format`; absent: each file shows its own. A table's columns are known by usual names, or by
 * `{ columns: { case: 'ticket', activity: 'done', time: 'when' } }`
 * @throws InputError for a format that is not known
 */
export async function readTraces(
  files: readonly TraceFile[],
  reading: TraceReading = {},
): Promise<TraceReadings> {
  checkOptions(reading, 'readTraces', READING_NAMES);
  checkOrders(reading);
  checkColumns(reading.columns);
  checkTraceFiles(files);
  const reader = create(reading);
  for (const { name, content } of files) {
    const file = reader.open(name);
    file.write(typeof content === 'string' ? new TextEncoder().encode(content) : content);
    file.end();
  }
  const readings = await reader.ending(() => Promise.resolve());
  checkColumnsThere(readings, reading.columns, files.length);
  return readings;
}

/**
 * A reader of traces that come in pieces, in any of the known formats, packed or not. What cannot be read is listed in what it
 * gives at the end, and never thrown.
 * @throws InputError for a format that is not known, and, from `write`, for what is not bytes
 */
export function createTraceReader(reading: TraceReading = {}): TraceReader {
  checkOptions(reading, 'createTraceReader', READING_NAMES);
  const reader = create(reading);
  const open: TraceReader['open'] = name => {
    const file = reader.open(name);
    return {
      end: () => file.end(),
      write(bytes) {
        if (!isBytes(bytes))
          throw new InputError(
            `write of a trace reader takes bytes, not ${describeValue(bytes)}${typeof bytes === 'string' ? ': new TextEncoder().encode(text) gives them' : ''}`,
          );
        file.write(bytes);
      },
    };
  };
  return { open, end: () => reader.end(), ending: rest => reader.ending(rest) };
}

/** @throws InputError for a column that the only file does not have: of several, a note says so */
function checkColumnsThere(
  { roles }: TraceReadings,
  columns: TraceReading['columns'] = {},
  files: number,
): void {
  if (files !== 1 || roles?.kind !== 'columns') return;
  for (const [role, name] of Object.entries(columns))
    if (name !== null && !roles.names.includes(name))
      throw new InputError(
        `the log has no column "${name}", which columns of readTraces names as ${role}; ${describeUnknownName(name, roles.names)}`,
      );
}

/**
 * The function of a mapping: the state of a step; null for an ignored one.
 * @param mapping in full, or `{ preset: 'tau' }`
 * @throws InputError that names the place of the first mistake
 */
export function createStateMapper(
  mapping: Mapping | { readonly preset: string },
): (step: TraceStep) => string | null {
  const getState = createMapper(readMappingOrPreset(mapping));
  return step => {
    if (typeof step?.tool !== 'string')
      throw new InputError(
        `the function of a mapping takes a step of a case, with its tool, not ${describeValue(step)}`,
      );
    return getState(step);
  };
}

/** Names of all choices. */
const READING_NAMES = Object.keys({
  ...{ format: true, objectType: true, errorsInResults: true, dates: true, decimals: true },
  columns: true,
} satisfies Record<keyof TraceReading, true>);

/** Values of choices that have a few. */
const ORDERS = {
  dates: ['day-first', 'month-first'],
  decimals: ['comma', 'point'],
} as const satisfies { readonly [Name in 'dates' | 'decimals']: readonly NonNullable<TraceReading[Name]>[] };

/** @throws InputError for an order of dates, or a sign of decimals, that is not known */
function checkOrders(reading: TraceReading): void {
  const { errorsInResults }: { readonly errorsInResults?: unknown } = reading;
  if (errorsInResults !== undefined && typeof errorsInResults !== 'boolean')
    throw new InputError(
      `errorsInResults of readTraces is ${describeValue(errorsInResults)}, needs true or false`,
    );
  for (const [name, values] of Object.entries(ORDERS) as [keyof typeof ORDERS, readonly string[]][]) {
    const value: unknown = reading[name];
    if (value !== undefined && !values.includes(String(value)))
      throw new InputError(
        `${name} of readTraces is ${describeValue(value)}; it is ${values.map(one => `"${one}"`).join(' or ')}`,
      );
  }
}

/** @throws InputError for a role that is not known, and for a column that has no name */
function checkColumns(columns: TraceReading['columns'] = {}): void {
  checkOptions(columns, 'columns of readTraces', COLUMN_ROLES);
  for (const [role, name] of Object.entries(columns) as [string, unknown][])
    if (name !== null && typeof name !== 'string')
      throw new InputError(
        `${role} of columns is ${describeValue(name)}, needs the name of a column, or null for none`,
      );
}

/** @throws InputError for files that are not given with their content */
function checkTraceFiles(files: readonly TraceFile[]): void {
  const form = "readTraces([{ name: 'a.jsonl', content: await readFile('a.jsonl') }])";
  if (!Array.isArray(files))
    throw new InputError(`readTraces takes a list of files, not ${describeValue(files)}: ${form}`);
  for (const [at, file] of (files as readonly unknown[]).entries()) {
    const { name, content } = (typeof file === 'object' && file !== null ? file : {}) as Partial<TraceFile>;
    if (typeof name !== 'string' || !(typeof content === 'string' || isBytes(content)))
      throw new InputError(
        `file ${at + 1} of readTraces ${typeof name === 'string' ? `has the content ${describeValue(content)}` : `is ${describeValue(file)}`}, needs a name and its bytes or text: ${form}`,
      );
  }
}
