import { InputError } from '../core/errors.ts';
import { detectFileKind, FILE_HEAD, isProtobufMessage } from '../files/detectFileKind.ts';
import { OPEN_CODE } from './agents/openCode.ts';
import { EVENT_ROWS } from './events/eventCases.ts';
import { Findings, type TraceReadings } from './findings.ts';
import { FORMAT_NAMES, PROTOBUF, TEXT_FORMATS, VALUE_FORMATS } from './formats.ts';
import { JsonInput } from './input/jsonInput.ts';
import { applyWriteAheadLog, isSqliteDatabase, isWriteAheadLog } from './input/sqlite.ts';
import {
  type ByteReader,
  concatBytes,
  Decoded,
  MAX_UNPACKED_BYTES,
  Unpack,
  type UnpackSink,
} from './input/unpack.ts';
import { DecodedSpans, OTLP_JSON } from './spans/tracers/decodedSpans.ts';
import { decodeOtlpLogs, decodeOtlpTraces } from './spans/tracers/otlpProtobuf.ts';
import { PRINTED_SPANS } from './spans/tracers/printedSpans.ts';
import type {
  TextReader,
  TracePlace,
  TraceReading,
  TraceSink,
  ValueFormat,
  ValueReader,
} from './traceReading.ts';

/** Reads files of traces one after another, in pieces. */
export interface TraceReader {
  /** Begins a file. `name` is its path, by which it is named in what is found and passed over. */
  open(name: string): ByteReader;
  /** Readings of all files; the reader is spent then. Databases are read by `ending` alone. */
  end(): TraceReadings;
  /** The same with a rest after each case that is made only then: there may be many. */
  ending(rest: () => Promise<void>): Promise<TraceReadings>;
}

/** Expected content of an unknown file. */
const EXPECTED =
  'expected a trace of agents (OpenTelemetry, Langfuse, LangSmith, the session of a coding agent …) or an event log (XES, OCEL, a table with a case and an activity in each row)';

/**
 * A reader of the traces of agents, in any of the known formats, packed by gzip or zip or not. What cannot be read is
 * listed in what it gives at the end, and never thrown.
 * @throws InputError for a format that is not known
 */
export function createTraceReader(
  reading: TraceReading = {},
  mostUnpacked = MAX_UNPACKED_BYTES,
): TraceReader {
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
        const read = await (await import('./agents/loadDatabaseReader.ts')).loadDatabaseReader();
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

/** State shared by the files of one reading. */
interface SharedReaders {
  readonly findings: Findings;
  readonly databases: Databases;
  /** The reader of a format; what belongs together may be in several files. */
  reader(format: ValueFormat): ValueReader;
}

/** Bytes, or characters, of a file that decide its format. */
const FORMAT_HEAD_LENGTH = 64 * 1024;
/** Values of a JSON file that decide its format. */
const MAX_EXAMINED_VALUES = 50;
/** Maximum number of bookkeeping values, and of their characters, before the first that decides a format. */
const MAX_WAITING_VALUES = 10_000;
const MAX_WAITING_LENGTH = 8 * 1024 * 1024;
/** Bytes of a protobuf file that are read. */
const MAX_PROTOBUF_BYTES = 200 * 1024 * 1024;

/** Reads the bytes of one unpacked file: distinguishes protobuf from text. */
class FileReader implements ByteReader {
  private into: ByteReader | null = null;
  private head: Uint8Array[] = [];
  private length = 0;

  constructor(
    private readonly file: string,
    private readonly shared: SharedReaders,
  ) {}

  write(bytes: Uint8Array): void {
    if (this.into !== null) {
      this.into.write(bytes);
      return;
    }
    // Callers may use one buffer for all pieces.
    this.head.push(bytes.slice());
    this.length += bytes.length;
    if (this.length >= FORMAT_HEAD_LENGTH) this.begin();
  }

  end(): void {
    if (this.into === null) this.begin();
    this.into?.end();
  }

  private begin(): void {
    const head = concatBytes(...this.head);
    this.head = [];
    const wanted = this.shared.findings.reading.format;
    const binary = wanted === undefined ? isProtobufMessage(head) : wanted === PROTOBUF;
    const isStored = isSqliteDatabase(head) || isWriteAheadLog(head);
    this.into =
      isStored && (wanted === undefined || wanted === OPEN_CODE.name)
        ? this.database()
        : binary
          ? new ProtobufFile(this.file, this.shared)
          : wanted === undefined && isBinaryHead(head)
            ? this.unread(head)
            : new TextFile(this.file, this.shared);
    this.into.write(head);
  }

  private database(): ByteReader {
    this.shared.findings.opened(this.file, OPEN_CODE.name);
    return this.shared.databases.open(this.file);
  }

  private unread(head: Uint8Array): ByteReader {
    const { findings } = this.shared;
    const { words } = detectFileKind(this.file, head);
    findings.opened(this.file, null, words);
    const what = words.startsWith('not ') ? '' : `; it looks like ${words}`;
    findings.skip({ file: this.file, line: null }, `${BINARY}${what}`);
    return { write: () => {}, end: () => {} };
  }
}

const BINARY = 'binary: no text, and none of gzip, zip and OpenTelemetry’s protobuf';

class ProtobufFile implements ByteReader {
  private readonly kept: Uint8Array[] = [];
  private length = 0;

  constructor(
    private readonly file: string,
    private readonly shared: SharedReaders,
  ) {}

  write(bytes: Uint8Array): void {
    this.length += bytes.length;
    if (this.length > MAX_PROTOBUF_BYTES) this.kept.length = 0;
    else this.kept.push(bytes.slice());
  }

  end(): void {
    const place = { file: this.file, line: null };
    this.shared.findings.opened(this.file, PROTOBUF);
    try {
      if (this.length > MAX_PROTOBUF_BYTES)
        throw new InputError(`protobuf of more than ${MAX_PROTOBUF_BYTES / 1024 / 1024} MB`);
      const bytes = concatBytes(...this.kept);
      const spans = new DecodedSpans(decodeOtlpTraces(bytes), decodeOtlpLogs(bytes));
      this.shared.reader(OTLP_JSON).take(spans, place);
      this.shared.findings.took(this.file, spans.spans.length + spans.logs.length);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.shared.findings.skip(place, error.message);
    }
  }
}

class TextFile implements ByteReader {
  private readonly decoded = new Decoded();
  private into: TextReader | null = null;
  private head = '';

  constructor(
    private readonly file: string,
    private readonly shared: SharedReaders,
  ) {}

  write(bytes: Uint8Array): void {
    this.text(this.decoded.write(bytes));
  }

  end(): void {
    this.text(this.decoded.end());
    if (this.into === null) this.begin();
    this.into?.end();
  }

  private text(text: string): void {
    if (this.into !== null) {
      this.into.write(text);
      return;
    }
    this.head += text;
    if (this.head.length >= FORMAT_HEAD_LENGTH) this.begin();
  }

  private begin(): void {
    const { findings } = this.shared;
    const { format: wanted } = findings.reading;
    const format = TEXT_FORMATS.find(({ name, fits }) =>
      wanted === undefined ? !looksLikeJson(this.head) && fits(this.head) : name === wanted,
    );
    const json = wanted !== undefined || looksLikeJson(this.head);
    const { words } = detectFileKind(this.file, new TextEncoder().encode(this.head.slice(0, FILE_HEAD)));
    findings.opened(this.file, format?.name ?? null, format === undefined ? words : null);
    const { reader } = this.shared;
    this.into =
      format?.open(findings, this.file, reader) ?? (json ? new ValueFile(this.file, this.shared) : UNREAD);
    this.into.write(this.head);
    this.head = '';
  }
}

/** For a file of no known format. */
const UNREAD: TextReader = { write: () => {}, end: () => {} };

/** True if one of the first lines begins like JSON. */
const looksLikeJson = (head: string): boolean =>
  !PRINTED_SPANS.fits(head) && (/^\s*[[{]/.test(head) || /\n\s*\{"/.test(head.slice(0, 4096)));

/**
 * A JSON file, whose format is decided by its first values. It may have spans in between: the receiver of both keeps
 * them together.
 */
class ValueFile implements TextReader {
  private readonly input: JsonInput;
  private readonly waiting: { readonly value: unknown; readonly place: TracePlace }[] = [];
  private reader: ValueReader | null = null;
  private spans: ValueReader | null = null;
  private done = false;
  private length = 0;

  constructor(
    private readonly file: string,
    private readonly shared: SharedReaders,
  ) {
    this.input = new JsonInput(file, {
      value: (value, place) => this.value(value, place),
      skip: (place, reason) => shared.findings.skip(place, reason),
    });
  }

  write(text: string): void {
    this.length += text.length;
    this.input.write(text);
  }

  end(): void {
    this.input.end();
    if (!this.done) this.choose(true);
    this.reader?.endFile(this.file);
    this.spans?.endFile(this.file);
  }

  private value(value: unknown, place: TracePlace): void {
    const { findings } = this.shared;
    if (findings.reading.format === undefined && OTLP_JSON.fits(value, findings.reading)) {
      if (this.spans === null && this.reader === null) findings.opened(this.file, OTLP_JSON.name);
      this.spans ??= this.shared.reader(OTLP_JSON);
      this.take(this.spans, value, place);
      return;
    }
    if (this.reader !== null) {
      this.take(this.reader, value, place);
      return;
    }
    if (this.done) return;
    this.waiting.push({ value, place });
    if (this.waiting.length >= MAX_EXAMINED_VALUES) this.choose(this.isLong());
  }

  private isLong(): boolean {
    return this.waiting.length >= MAX_WAITING_VALUES || this.length >= MAX_WAITING_LENGTH;
  }

  /** Chooses the format by the values so far. @param isLast whether no more of them are waited for */
  private choose(isLast: boolean): void {
    const { reading } = this.shared.findings;
    const values =
      this.waiting.length === MAX_EXAMINED_VALUES || isLast ? this.waiting : this.waiting.slice(-1);
    const found =
      reading.format === undefined
        ? VALUE_FORMATS.find(({ fits }) => values.some(({ value }) => fits(value, reading)))
        : VALUE_FORMATS.find(({ name }) => name === reading.format);
    const isSure = found !== undefined && !(found === EVENT_ROWS && values.every(canHoldBookkeeping));
    if (!isSure && !isLast && reading.format === undefined) return;
    this.done = true;
    const format = found ?? VALUE_FORMATS.find(one => values.some(({ value }) => one.keepsBooks?.(value)));
    if (format === undefined) {
      this.waiting.length = 0;
      return;
    }
    this.shared.findings.opened(this.file, format.name);
    const reader = this.shared.reader(format);
    this.reader = reader;
    for (const { value, place } of this.waiting) this.take(reader, value, place);
    this.waiting.length = 0;
  }

  private take(reader: ValueReader, value: unknown, place: TracePlace): void {
    try {
      reader.take(value, place);
      this.shared.findings.took(this.file);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.shared.findings.skip(place, error.message);
    }
  }
}

/**
 * True if a value may be bookkeeping of some format; it may look like an event: a prompt in a queue, with an operation.
 */
const canHoldBookkeeping = ({ value }: { readonly value: unknown }): boolean =>
  VALUE_FORMATS.some(({ keepsBooks }) => keepsBooks?.(value));

/** Share of the characters that are none in text from which bytes are taken for binary. */
const MAX_ODD_SHARE = 0.05;

/** True if the first bytes of a file are not text, neither in UTF-8 nor in UTF-16 with its mark. */
function isBinaryHead(head: Uint8Array): boolean {
  const [first, second] = head;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return false;
  const odd = head.reduce((sum, byte) => sum + (isControlCharByte(byte) ? 1 : 0), 0);
  return odd > head.length * MAX_ODD_SHARE;
}

const isControlCharByte = (byte: number): boolean => byte < 9 || (byte > 13 && byte < 32 && byte !== 27);

/** Bytes of a database, or of its log, that are read. */
const MAX_DATABASE_BYTES = 500 * 1024 * 1024;

/** Reads what a database holds. @throws InputError for one that cannot be read */
type DatabaseReading = (bytes: Uint8Array, file: string) => void;

/** Keeps the databases among the files, and their write-ahead logs, until all files are there. */
class Databases {
  private readonly files = new Map<string, Uint8Array>();

  constructor(private readonly sink: Pick<TraceSink, 'skip'> & { took(file: string): void }) {}

  get isEmpty(): boolean {
    return this.files.size === 0;
  }

  open(file: string): ByteReader {
    const kept: Uint8Array[] = [];
    let length = 0;
    return {
      write: bytes => {
        length += bytes.length;
        if (length > MAX_DATABASE_BYTES) kept.length = 0;
        else kept.push(bytes.slice());
      },
      end: () => {
        if (length <= MAX_DATABASE_BYTES) this.files.set(file, concatBytes(...kept));
        else
          this.sink.skip(
            { file, line: null },
            `a database of more than ${MAX_DATABASE_BYTES / 1024 / 1024} MB`,
          );
      },
    };
  }

  /** Hands each database on, with what its log adds to it. */
  read(reading: DatabaseReading): void {
    for (const [file, bytes] of this.files) {
      const isLog = isWriteAheadLog(bytes);
      if (isLog && file.endsWith('-wal') && this.files.has(file.slice(0, -4))) {
        this.sink.took(file);
        continue;
      }
      try {
        if (isLog) throw new InputError(LONE_LOG);
        reading(applyWriteAheadLog(bytes, this.files.get(`${file}-wal`)), file);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        this.sink.skip({ file, line: null }, error.message);
      }
    }
  }

  /** Says of each that it is not read. */
  skip(reason: string): void {
    for (const file of this.files.keys()) this.sink.skip({ file, line: null }, reason);
  }
}

const LONE_LOG =
  'the write-ahead log of an SQLite database, which has to be opened together with the database, "….db"';
