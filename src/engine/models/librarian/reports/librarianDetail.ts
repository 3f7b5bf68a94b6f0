import type { Tick } from '../../../core/indices.ts';
import type { ModelDetail } from '../../../model/agentDetail.ts';
import type { Source } from '../../../oracle/oracle.ts';
import type { Cause, LibrarianStateName, MemoryPlace, QuestionMark, Strategy } from '../librarianTerms.ts';
import type { LibrarianStep } from '../step/librarianStep.ts';

/** One value under one tag, for as long as it stayed in one place. */
export interface Span {
  /** Number among the agent's spans, from 0, in the order in which they began. */
  readonly id: number;
  readonly place: MemoryPlace;
  readonly tag: string;
  readonly tokens: number;
  /** Tick in which it came; 0 or less: it was there before the first. */
  readonly from: Tick;
  readonly cause: Cause;
  /** Tick in which it left; null while it is there. */
  readonly to: Tick | null;
  readonly end: Cause | null;
  /** Tick and step that wrote the value; the step is null if the value was given. */
  readonly written: Tick;
  readonly row: number | null;
}

/** An entry's passage from one place to the other: a copy by a load or a save, the entry itself otherwise. */
export interface EntryPassage {
  readonly tick: Tick;
  /** Ids of spans. */
  readonly from: number;
  readonly to: number;
  readonly cause: 'paging' | 'load' | 'save' | 'hard_limit' | 'displaced';
  /** Row of the step that moved it; null before the first. */
  readonly row: number | null;
}

/** One agent's memory over time, as the memory view draws it. */
export interface MemoryTrace {
  readonly agent: number;
  readonly name: string;
  /** Last tick that it knows of. */
  readonly upTo: Tick;
  /** Limit in tokens; null if it is off. */
  readonly pagingLimit: number | null;
  readonly hardLimit: number | null;
  /** Tokens of its text, filed whole. */
  readonly textTokens: number;
  readonly spans: readonly Span[];
  readonly moves: readonly EntryPassage[];
  /** Ticks in which a value was lost for good: removed, or saved over. */
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

/** The sentence that answers a question, and its place when the question was settled. */
export interface Fact {
  /** Number of the passage in the task, from 1. */
  readonly passage: number;
  readonly sentence: string;
  /** Place of the sentence; null if it was never noted, or is gone. */
  readonly place: MemoryPlace | null;
  /** Id of the entry that held it. */
  readonly span: number | null;
}

/** One question of the task that has been put. */
export interface AskedLine {
  /** `q6`, the end of its answer's tag. */
  readonly id: string;
  readonly question: string;
  /** Its kind, as the text names it; null for none. */
  readonly kind: string | null;
  /** One of the right answers. */
  readonly expected: string;
  /** The agent's answer; null while there is none, and for good on a missed question. */
  readonly given: string | null;
  /** Verdict; null while the question is open. */
  readonly mark: QuestionMark | null;
  /** True if storage was loaded from while the question was open. */
  readonly loaded: boolean;
  /** Ticks in which it was put, and settled. */
  readonly tick: Tick;
  readonly settled: Tick | null;
  /** Null while the question is open, and if no sentence answers it. */
  readonly fact: Fact | null;
}

/** An entry that came to a place of the memory in a cycle, or left it. */
export interface MemoryChange {
  readonly place: MemoryPlace;
  readonly tag: string;
  readonly tokens: number;
  readonly isHere: boolean;
  readonly cause: Cause;
}

/** Everything that an agent remembers after a tick. */
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
  /** Entries that came and left in this very tick, in the order of the spans. */
  readonly changed: readonly MemoryChange[];
  /** Row of the latest step up to this tick; null before the first. */
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
  /** Capacity of the thinking log in entries; null without a log. */
  readonly logEntries: number | null;
  readonly iterations: number;
  readonly mostIterations: number | null;
  /** Why it stopped; null while it goes on. */
  readonly stopped: string | null;
  /** Tokens of all its prompts and answers so far. */
  readonly tokens: number;
  readonly right: number;
  readonly settled: number;
  /** The agents with the other strategies on the same task. */
  readonly counterparts: readonly {
    readonly agent: number;
    readonly name: string;
    readonly strategy: Strategy;
    readonly right: number;
    readonly settled: number;
  }[];
}

/** One entry in full. */
export interface EntryValue {
  readonly agent: number;
  readonly span: Span;
  readonly value: string;
  /** The answer that wrote the value; null if it was given. */
  readonly said: string | null;
  readonly source: Source | null;
}

/** One step in full: the prompt is built again. */
export interface StepDetail {
  readonly step: LibrarianStep;
  /** The rebuilt prompt; null if nothing was asked. */
  readonly prompt: { readonly system: string; readonly user: string } | null;
}

/** One agent in the list. */
export interface ReaderRow {
  readonly agent: number;
  readonly strategy: Strategy;
  readonly state: LibrarianStateName;
  /** Verdicts on the settled questions, in order. */
  readonly marks: readonly QuestionMark[];
  readonly right: number;
  readonly tokens: number;
  readonly working: number;
  readonly storage: number;
  /** Tick in which it stopped. */
  readonly stopped: Tick | null;
}

/** One agent's memory.json with its file name. */
export interface MemoryFile {
  readonly name: string;
  readonly text: string;
  /** SHA-256 of the text, 64 hexadecimal digits. */
  readonly sha256: string;
}
