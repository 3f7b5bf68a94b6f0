import { InputError } from '../../../core/errors.ts';
import { formatGroupedInteger } from '../../../core/formatNounCount.ts';
import type { NamedFile } from '../../../files/namedFile.ts';
import { type Between, getFileSize, readFileChunks } from '../../../files/pieces.ts';
import { createTraceReader } from '../../../traces/createTraceReader.ts';
import type { FoundRoles, TraceReading } from '../../../traces/traceReading.ts';
import type { LeftOutPart, SkippedPart, TraceCase } from '../../../traces/traces.ts';

/** Most cases of a run: an agent each. */
const MAX_CASES = 200_000;

type ReadTraces = Omit<ReadingReport, 'mapping' | 'mappingName' | 'mappingText' | 'selection'> & {
  readonly cases: readonly TraceCase[];
  /** Cases with the id of one before. */
  readonly doubled: number;
};

/** The cases of some files, in any of the known formats. @throws InputError if there are none, or too many */
export async function readTraceFiles(
  files: readonly NamedFile[],
  between: Between,
  reading: TraceReading = {},
): Promise<ReadTraces> {
  const reader = createTraceReader(reading);
  const whole = files.reduce((sum, file) => sum + getFileSize(file), 0);
  let done = 0;
  for (const given of files) {
    const file = reader.open(given.name);
    for await (const piece of readFileChunks(given)) {
      file.write(piece);
      done += piece.length;
      await between(done / whole, `Reading ${given.name}`);
    }
    file.end();
  }
  const { cases, found, skipped, skippedCount, doubled, roles, leftOut, notes } = await reader.ending(() =>
    between(1, 'Putting cases together'),
  );
  if (cases.length === 0) {
    const [first] = skipped;
    throw new InputError(
      first === undefined
        ? 'the traces are empty'
        : `${first.file}${first.line === null ? '' : `, line ${first.line}`}: ${first.reason}${adviseOnSkippedPart(first)}`,
    );
  }
  if (cases.length > MAX_CASES)
    throw new InputError(
      `the traces have ${formatGroupedInteger(cases.length)} cases; at most ${formatGroupedInteger(MAX_CASES)} are played`,
    );
  return {
    cases,
    files: found.map(({ file, format, kind, ...counts }) => ({
      name: file,
      format: format ?? `not read${kind === null ? '' : `, it looks like ${kind}`}`,
      ...counts,
    })),
    leftOut,
    decided: notes,
    skipped,
    skippedInAll: skippedCount,
    doubled,
    roles,
  };
}

/** If a column's name was not recognised. */
const adviseOnSkippedPart = ({ reason }: SkippedPart): string =>
  reason.startsWith('no column for ')
    ? '; a reading given with it says which it is, as {"columns": {"case": "…", "activity": "…"}}'
    : '';

/** Contents and omissions of a reading. */
export interface ReadingReport {
  readonly files: readonly {
    readonly name: string;
    readonly format: string;
    readonly cases: number;
    readonly steps: number;
    /** JSON values and spans of it that were read; 0 for tables and XML. */
    readonly parts: number;
  }[];
  /** Deliberate omissions. */
  readonly leftOut: readonly LeftOutPart[];
  /** Decisions on open points of the sources, a sentence each. */
  readonly decided: readonly string[];
  readonly skipped: readonly SkippedPart[];
  /** In all; `skipped` holds the first of them. */
  readonly skippedInAll: number;
  /** Of event logs: what was taken for what; null for other formats. */
  readonly roles: FoundRoles | null;
  /** Label that alone is read, and the number of all cases; null: all are read. */
  readonly selection: { readonly label: string; readonly value: string; readonly of: number } | null;
  /** Mapping of steps to states: in words, the name of a known mapping, and as JSON that can be changed and given. */
  readonly mapping: string;
  readonly mappingName: string | null;
  readonly mappingText: string;
}
