import type { ColumnReading, ColumnRole } from '../files/columnRoles.ts';
import type { StepDraft } from './steps.ts';
import type { DateOrder } from './times.ts';
import type { SkippedPart, TraceCase, TraceOutcome } from './traces.ts';

/** How files are to be read, where what they hold does not tell or tells it wrongly. */
export interface Reading extends ColumnReading {
  /** Name of the format, for every file. */
  readonly format?: string;
  /** Type of objects that are the cases of an object-centric log. */
  readonly objectType?: string;
  /** Whether a result that is an object with an `error` counts as a failure where the source tells none; it does by default. */
  readonly errorsInResults?: boolean;
  /** Which number of a date such as 01/02/2024 is the day, where its column does not prove it. */
  readonly dates?: DateOrder;
  /** What a comma or a point in the numbers of a table stands before, where its column does not prove it. */
  readonly decimals?: 'comma' | 'point';
}

/** What was taken for what in event logs. */
export type FoundRoles =
  | {
      readonly kind: 'columns';
      readonly names: readonly string[];
      readonly roles: Readonly<Partial<Record<ColumnRole, string>>>;
    }
  /** Types of objects with the events that are about them, and the one whose objects are the cases. */
  | {
      readonly kind: 'objects';
      readonly types: readonly { readonly name: string; readonly events: number }[];
      readonly chosen: string;
    };

/** Where something stands. */
export type TracePlace = Pick<SkippedPart, 'file' | 'line'>;

/** A case while it is read. Its id need not be unique yet. */
export interface CaseDraft {
  readonly id: string;
  /** Id of the case whose agent sent this one, as its source has it. */
  readonly parent?: string | null;
  readonly outcome?: TraceOutcome | null;
  readonly reward?: number | null;
  readonly end?: string | null;
  /** Told by the source; else as the steps say. */
  readonly tokens?: TraceCase['tokens'];
  /** Those that are null are left out. */
  readonly labels?: Readonly<Record<string, string | null>>;
  /** Whether the source tells of every failure, so that a step of which it tells none did not fail. */
  readonly tellsFailures?: boolean;
  readonly steps: readonly StepDraft[];
}

/** Where the readers of formats put what they find. */
export interface TraceSink {
  readonly reading: Reading;
  add(draft: CaseDraft, place: TracePlace): void;
  /** Says how the cases of a task ended, which do not tell it themselves. */
  judge(task: string, outcome: TraceOutcome, place: TracePlace): void;
  /** Says that something cannot be read, though it should be. */
  skip(place: TracePlace, reason: string): void;
  /** Says that something is left out on purpose. @param what in the plural: "bookkeeping lines (mode)" */
  leaveOut(file: string, what: string, count?: number): void;
  /** Says what was decided where the source leaves it open; each sentence once. */
  note(sentence: string): void;
  /** Notes that a file was opened, and what it is read as, or what it is where that is nothing known. */
  opened(file: string, format: string | null, kind?: string | null): void;
  /** Notes that parts of a file were read, whatever file their case is counted with. */
  took(file: string, parts?: number): void;
  /** Says what was taken for what; the first of a reading counts. */
  tellRoles(found: FoundRoles): void;
}

/** Reads the values of files of one format, one after another; what belongs together may be in several files. */
export interface ValueReader {
  /** @throws InputError for a value that is not read, with the reason */
  take(value: unknown, place: TracePlace): void;
  endFile(file: string): void;
  end(): void;
  /** The same, case by case. */
  ending?(): Iterable<unknown>;
}

/** A format whose files are JSON: one value, a list of them, or one in each line. */
export interface ValueFormat {
  readonly name: string;
  /** Whether one value is of this format. */
  fits(value: unknown, reading: Reading): boolean;
  /** Whether a value may come, however often, before the first that fits: bookkeeping lines. */
  keepsBooks?(value: unknown): boolean;
  /** @param readerOf the reader that all files of another format share, for values that become those of that format */
  open(sink: TraceSink, readerOf: ReaderOf): ValueReader;
}

/** The reader of a format that all files of one reading share. */
type ReaderOf = (format: ValueFormat) => ValueReader;

/** Reads the text of one file, in pieces. */
export interface TextReader {
  write(text: string): void;
  end(): void;
}

/** A format whose files are text of another kind. */
export interface TextFormat {
  readonly name: string;
  /** Whether the first characters of a file are of this format. */
  fits(head: string): boolean;
  open(sink: TraceSink, file: string, readerOf: ReaderOf): TextReader;
}

/** A reader of values each of which is a case of its own, or several. */
export const createValueReader = (take: ValueReader['take']): ValueReader => ({
  take,
  endFile: () => {},
  end: () => {},
});
