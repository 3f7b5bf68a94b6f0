import type { ModelDetail } from '../../detail.ts';
import type { Tick } from '../../indices.ts';
import type { Source } from '../../oracle.ts';
import type { Step } from './step/step.ts';
import type { Cause, LibrarianStateName, Mark, MemoryPlace, Strategy } from './words.ts';

/** One value under one tag, as long as it lay in one place. */
export interface Span {
  /** Of the agent's spans, from 0, in the order in which they began. */
  readonly id: number;
  readonly place: MemoryPlace;
  readonly tag: string;
  readonly tokens: number;
  /** In which it came; 0 or less: it was there before the first. */
  readonly from: Tick;
  readonly cause: Cause;
  /** In which it left; null while it is there. */
  readonly to: Tick | null;
  readonly end: Cause | null;
  /** When the value was written, and by which row of the table of steps; null: it was given. */
  readonly written: Tick;
  readonly row: number | null;
}

/** An entry that went from one place to the other: a copy by a load or a save, the entry itself otherwise. */
export interface Move {
  readonly tick: Tick;
  /** Ids of spans. */
  readonly from: number;
  readonly to: number;
  readonly cause: 'paging' | 'load' | 'save' | 'hard_limit' | 'displaced';
  /** Of the table of steps: the answer that made it; null before the first. */
  readonly row: number | null;
}

/** One agent's memory over time; what the memory view draws. */
export interface MemoryTrace {
  readonly agent: number;
  readonly name: string;
  /** Last tick that it knows of. */
  readonly upTo: Tick;
  /** Tokens; null where the limit is off. */
  readonly pagingLimit: number | null;
  readonly hardLimit: number | null;
  readonly spans: readonly Span[];
  readonly moves: readonly Move[];
  /** Values that are nowhere any more: removed, or saved over; by tick. */
  readonly lost: readonly Tick[];
}

/** One entry of a dump. */
export interface EntryLine {
  readonly tag: string;
  readonly tokens: number;
  /** Its span's id, for asking for the value. */
  readonly span: number;
  /** The value's first words, one line. */
  readonly start: string;
}

/** The sentence that answers a question, and where it lay when that was settled. */
export interface Fact {
  /** Of the task, from 1. */
  readonly passage: number;
  readonly sentence: string;
  /** Null: nowhere; it had never been kept, or is gone. */
  readonly place: MemoryPlace | null;
  /** The entry that had it. */
  readonly span: number | null;
}

/** One question of the task that has been put. */
export interface AskedLine {
  /** `q6`, as its answer's tag ends. */
  readonly id: string;
  readonly question: string;
  /** What would be right, one of them. */
  readonly expected: string;
  /** What the agent wrote; null: nothing yet, or nothing at all. */
  readonly given: string | null;
  /** Null while it is open. */
  readonly mark: Mark | null;
  /** Whether storage was loaded from while the question was open. */
  readonly loaded: boolean;
  /** In which it was put, and settled. */
  readonly tick: Tick;
  readonly settled: Tick | null;
  /** Null while it is open, and where no sentence can be told. */
  readonly fact: Fact | null;
}

/** All that an agent remembers after a tick. */
export interface MemoryDump {
  readonly agent: number;
  readonly tick: Tick;
  readonly state: LibrarianStateName;
  /** Newest first. */
  readonly working: readonly EntryLine[];
  readonly workingTokens: number;
  /** Newest first. */
  readonly storage: readonly EntryLine[];
  readonly storageTokens: number;
  /** Oldest first; at most as many as the log keeps. */
  readonly thinkingLog: readonly { readonly key: string; readonly text: string }[];
  /** Oldest first. */
  readonly asked: readonly AskedLine[];
  /** The row of the step of this tick, or of the last one before it; null before the first. */
  readonly row: number | null;
}

/** The librarian part of the inspector. */
export interface LibrarianDetail extends ModelDetail {
  readonly kind: 'librarian';
  readonly name: string;
  readonly strategy: Strategy;
  readonly task: string;
  readonly dump: MemoryDump;
  readonly pagingLimit: number | null;
  readonly hardLimit: number | null;
  /** Most entries of the thinking log; null where none is kept. */
  readonly logEntries: number | null;
  readonly iterations: number;
  readonly mostIterations: number | null;
  /** Why it stopped; null while it goes on. */
  readonly stopped: string | null;
  /** Tokens of all its prompts and answers so far. */
  readonly tokens: number;
  readonly right: number;
  readonly settled: number;
  /** The agent with the other strategy on the same task, the nearest in the list. */
  readonly counterpart: {
    readonly agent: number;
    readonly name: string;
    readonly strategy: Strategy;
    readonly right: number;
    readonly settled: number;
  } | null;
}

/** One entry in full. */
export interface EntryValue {
  readonly agent: number;
  readonly span: Span;
  readonly value: string;
  /** The answer that wrote the value; null where it was given. */
  readonly said: string | null;
  readonly source: Source | null;
}

/** One step in full: the prompt is built again. */
export interface StepDetail {
  readonly step: Step;
  /** Null where nobody was asked. */
  readonly prompt: { readonly system: string; readonly user: string } | null;
}

/** One agent in the list. */
export interface ReaderRow {
  readonly agent: number;
  readonly strategy: Strategy;
  readonly state: LibrarianStateName;
  /** Of the questions that are settled, in order. */
  readonly marks: readonly Mark[];
  readonly right: number;
  readonly tokens: number;
  readonly working: number;
  readonly storage: number;
  /** In which it stopped. */
  readonly stopped: Tick | null;
}

/** One agent's memory.json, and what it is called. */
export interface MemoryFile {
  readonly name: string;
  readonly text: string;
  /** Of the text, 64 hexadecimal digits. */
  readonly sha256: string;
}
