/** Tool of a step that is a message and no call. */
export const SAY = 'say';

/** Ending of a case according to its source. */
export type TraceOutcome = 'succeeded' | 'failed';

/** Beginning and end of a call of a model, milliseconds since 1970; an unknown end is null. */
export type ModelCallTime = readonly [at: number, until: number | null];

/**
 * One step of a recorded case: a call of a tool, or a message ("say"). Values missing in the source are null, never 0
 * and never an empty text.
 */
export interface TraceStep {
  /** Tool that was called, or activity of an event log. */
  readonly tool: string;
  /** State that the source itself names, before any mapping. */
  readonly state: string | null;
  /** Owner of the step, if a case has several agents. */
  readonly agent: string | null;
  /** Arguments as text; JSON stays as it was written if it was a text, else without spaces. */
  readonly args: string | null;
  /** Equal for equal arguments: the source's own digest, else the first 8 hex digits of the text's SHA-256. */
  readonly argsHash: string | null;
  readonly result: string | null;
  /** Equal for equal results, as `argsHash`. */
  readonly resultHash: string | null;
  /** Null if the source does not mark failures. */
  readonly failed: boolean | null;
  /** The error in the source's words. */
  readonly error: string | null;
  /** Last words that the model was given before this step, and what it answered. */
  readonly prompt: string | null;
  readonly answer: string | null;
  /** Beginning and end in milliseconds since 1970, to the microsecond. */
  readonly at: number | null;
  readonly until: number | null;
  /**
   * Tokens of the turn that made the step; if one turn makes several calls, they are on the first one. Totals include
   * their parts: input the tokens read from a cache or written to one, output the reasoning.
   */
  readonly tokensIn: number | null;
  readonly tokensOut: number | null;
  readonly tokensCachedRead: number | null;
  readonly tokensCachedWrite: number | null;
  readonly tokensReasoning: number | null;
  /** Cost in US dollars. */
  readonly usd: number | null;
  /** Calls of the model that led to the step, on the first one of its turn; null if their times are unknown, or those of the step itself. */
  readonly modelCalls: readonly ModelCallTime[] | null;
  /** The awaited party, if the step is a wait: a person who has to answer or to approve. */
  readonly waitsFor: 'person' | null;
  /** True if the source has no record of the call, which is known from the model's answer and its next input. */
  readonly isInferred: boolean;
}

/** One run of somebody's agent. */
export interface TraceCase {
  /** Unique in its set. */
  readonly id: string;
  /** Id of the case whose agent sent this one: a sub-agent's case; null for one that nobody sent. */
  readonly parent: string | null;
  readonly outcome: TraceOutcome | null;
  readonly reward: number | null;
  /** Why it ended, in the source's words: "max_steps". */
  readonly end: string | null;
  /** True if its source has recorded that its agent is done, and nothing later: it may still be called again. */
  readonly isClosed?: true;
  /** Exactness of its token counts. */
  readonly tokens: 'exact' | 'estimated' | 'none';
  /** Facts about the case by name, such as set, task, model and domain. */
  readonly labels: Readonly<Record<string, string>>;
  /** In the order in which they began. */
  readonly steps: readonly TraceStep[];
}

/** A deliberate omission from a file, with its number: bookkeeping lines, hooks, copied history. */
export interface LeftOutPart {
  readonly file: string;
  /** In the plural: "bookkeeping lines (mode, summary)". */
  readonly what: string;
  readonly count: number;
}

/** A part of a file that could not be read. */
export interface SkippedPart {
  readonly file: string;
  /** 1-based; null for the whole file. */
  readonly line: number | null;
  readonly reason: string;
}
