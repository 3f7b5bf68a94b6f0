import type { NamedFile } from '../../config.ts';
import { InputError } from '../../errors.ts';
import { traceReader } from '../../traces/traceReader.ts';
import type { TraceCase } from '../../traces/traces.ts';
import type { ReadingReport } from './readingReport.ts';

/** Most cases of a run: an agent each. */
const MOST_CASES = 200_000;

/** Bytes that are decoded at a time: of a large file there is no text as a whole. */
const PIECE = 1 << 20;

type Read = Omit<ReadingReport, 'mapping' | 'mappingName' | 'mappingText'> & {
  readonly cases: readonly TraceCase[];
};

/** The cases of some files, in any of the known formats. @throws InputError where there are none, or too many */
export function readFiles(files: readonly NamedFile[]): Read {
  const reader = traceReader();
  for (const { name, bytes } of files) {
    const file = reader.open(name);
    for (let from = 0; from < bytes.length; from += PIECE) file.write(bytes.subarray(from, from + PIECE));
    file.end();
  }
  const { cases, found, skipped, skippedCount } = reader.end();
  if (cases.length === 0) {
    const [first] = skipped;
    throw new InputError(
      first === undefined
        ? 'the traces are empty'
        : `${first.file}${first.line === null ? '' : `, line ${first.line}`}: ${first.reason}`,
    );
  }
  if (cases.length > MOST_CASES)
    throw new InputError(`the traces have ${cases.length} cases; at most ${MOST_CASES} are played`);
  return {
    cases,
    files: found.map(({ file, format, ...counts }) => ({
      name: file,
      format: format ?? 'not recognised',
      ...counts,
    })),
    skipped,
    skippedInAll: skippedCount,
  };
}
