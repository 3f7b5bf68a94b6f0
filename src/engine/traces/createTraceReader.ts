import { InputError } from '../core/errors.ts';
import { OPEN_CODE } from './agents/openCode.ts';
import { FileReader } from './fileReader.ts';
import { Findings, type TraceReadings } from './findings.ts';
import { FORMAT_NAMES } from './formats.ts';
import { Databases } from './input/databases.ts';
import { type ByteReader, MOST_UNPACKED, Unpack, type UnpackSink } from './input/unpack.ts';
import type { Reading, ValueFormat, ValueReader } from './reading.ts';

/** Reads files of traces one after another, in pieces. */
export interface TraceReader {
  /** Begins a file. `name` is its path, by which it is named in what is found and passed over. */
  open(name: string): ByteReader;
  /** What was read of all files; the reader is spent then. Databases are read by `ending` alone. */
  end(): TraceReadings;
  /** The same with a rest after each case that is made only then: there may be many. */
  ending(rest: () => Promise<void>): Promise<TraceReadings>;
}

/** What a file should be of which nothing is known. */
const EXPECTED =
  'expected a trace of agents (OpenTelemetry, Langfuse, LangSmith, the session of a coding agent …) or an event log (XES, OCEL, a table with a case and an activity in each row)';

/**
 * A reader of the traces of agents, in any of the known formats, packed by gzip or zip or not. What cannot be read is
 * listed in what it gives at the end, and never thrown.
 * @throws InputError for a format that is not known
 */
export function createTraceReader(reading: Reading = {}, mostUnpacked = MOST_UNPACKED): TraceReader {
  if (reading.format !== undefined && !FORMAT_NAMES.includes(reading.format))
    throw new InputError(`no format ${JSON.stringify(reading.format)}; there are ${FORMAT_NAMES.join(', ')}`);
  const findings = new Findings(reading);
  const readers = new Map<ValueFormat, ValueReader>();
  const reader = (format: ValueFormat): ValueReader => {
    const found = readers.get(format) ?? format.open(findings, reader);
    readers.set(format, found);
    return found;
  };
  const databases = new Databases(findings);
  const unpacking: UnpackSink = {
    open: file => new FileReader(file, { findings, databases, reader }),
    skip: (file, reason) => findings.skip({ file, line: null }, reason),
    most: mostUnpacked,
    left: mostUnpacked,
    isFull: false,
  };
  return {
    open: name => new Unpack(name, unpacking),
    end: () => {
      databases.skip('a database, which takes a while to open and is not waited for here');
      for (const found of readers.values()) found.end();
      return findings.end(EXPECTED);
    },
    async ending(rest) {
      if (!databases.isEmpty) {
        const read = await (await import('./agents/openCodeDatabase.ts')).loadDatabaseReader();
        databases.read((bytes, file) =>
          read(bytes, row => {
            reader(OPEN_CODE).take(row, { file, line: null });
            findings.took(file);
          }),
        );
      }
      for (const found of readers.values())
        if (found.ending === undefined) found.end();
        else for (const _ of found.ending()) await rest();
      return findings.end(EXPECTED);
    },
  };
}
