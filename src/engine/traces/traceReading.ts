import type { ColumnReading, ColumnRole } from '../files/columnRoles.ts';
import type { DateOrder } from './times.ts';
import type { StepDraft } from './traceSteps.ts';
import type { SkippedPart, TraceCase, TraceOutcome } from './traces.ts';

/** Options for reading files whose content is ambiguous or wrong. */
export interface TraceReading extends ColumnReading {
  /** Name of the format, for every file. */
  readonly format?: string;
  /** Type of objects that are the cases of an object-centric log. */
  readonly objectType?: string;
  /** True if a result that is an object with an `error` counts as a failure when the source has none; the default. */
  readonly errorsInResults?: boolean;
  /** Number of the day in a date such as 01/02/2024, if its column does not prove it. */
  readonly dates?: DateOrder;
  /** Meaning of commas and points in the numbers of a table, if its column does not prove it. */
  readonly decimals?: 'comma' | 'point';
}

/** Roles found in event logs. */
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

/** Place of something in a file. */
export type TracePlace = Pick<SkippedPart, 'file' | 'line'>;

/** A case while it is read. Its id need not be unique yet. */
export interface CaseDraft {
  readonly id: string;
  /** Id of the case whose agent sent this one, as its source has it. */
  readonly parent?: string | null;
  readonly outcome?: TraceOutcome | null;
  readonly reward?: number | null;
  readonly end?: string | null;
  readonly isClosed?: boolean;
  /** As the source has it; else as the steps have it. */
  readonly tokens?: TraceCase['tokens'];
  /** Null ones are left out. */
  readonly labels?: Readonly<Record<string, string | null>>;
  /** True if the source records every failure, so that a step without a recorded one did not fail. */
  readonly tellsFailures?: boolean;
  readonly steps: readonly StepDraft[];
  /** Results of tools that belong to no call of the conversation. */
  readonly strayResults?: number;
}

/** Receives the findings of the readers of formats. */
export interface TraceSink {
  readonly reading: TraceReading;
  add(draft: CaseDraft, place: TracePlace): void;
  /** Sets the ending of a task's cases, if they do not have it themselves. */
  judge(task: string, outcome: TraceOutcome, place: TracePlace): void;
  /** Says that something cannot be read, though it should be. */
  skip(place: TracePlace, reason: string): void;
  /** Says that something is left out on purpose. @param what in the plural: "bookkeeping lines (mode)" */
  leaveOut(file: string, what: string, count?: number): void;
  /** Records a decision on an open point of the source; each sentence once. */
  note(sentence: string): void;
  /** Records that a file was opened, with its format, or its kind if that is not known. */
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
  /** True if one value is of this format. */
  fits(value: unknown, reading: TraceReading): boolean;
  /** True if a value may come, any number of times, before the first that fits: bookkeeping lines. */
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
  /** True if the first characters of a file are of this format. */
  fits(head: string): boolean;
  open(sink: TraceSink, file: string, readerOf: ReaderOf): TextReader;
}

/** A reader of values each of which is a case of its own, or several. */
export const createValueReader = (take: ValueReader['take']): ValueReader => ({
  take,
  endFile: () => {},
  end: () => {},
});
