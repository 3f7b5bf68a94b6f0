import * as z from '../../../core/zod.ts';
import {
  agentIdText,
  hexadecimal,
  index,
  measurementSchema,
  modelFields,
  textSchema,
  tick,
} from '../../../export/parts.ts';
import { SOURCES } from '../../../oracle/oracle.ts';
import {
  CAUSES,
  LIBRARIAN_ACTIONS,
  LIBRARIAN_STATES,
  MARKS,
  PAGE_OUT,
  STEP_KINDS,
  STRATEGIES,
} from '../librarianTerms.ts';

const state = z.enum(LIBRARIAN_STATES);
const place = z.enum(['working', 'storage']);
const cause = z.enum(CAUSES);

/** A memory as in a memory.json, except that the thinking log is a list. */
const memory = z.strictObject({
  working_memory: z.record(textSchema, textSchema),
  storage: z.record(textSchema, textSchema),
  state,
  thinking_log: z.array(textSchema),
});

/** Fields of an agent's record in addition to those of all models. */
export const librarianAttributes = {
  name: textSchema,
  strategy: z.enum(STRATEGIES),
  task: textSchema,
  iterations: index,
  /** Questions of the task: settled, and answered right. */
  settled: index,
  right: index,
  /** Tokens of prompts and answers, estimated at four characters a token. */
  tokens: index,
  working_tokens: index,
  storage_tokens: index,
  /** Values lost for good. */
  lost: index,
  stopped: z.nullable(z.strictObject({ tick, reason: textSchema })),
  memory,
  /** SHA-256 of its memory.json. */
  memory_sha256: hexadecimal,
};
const librarianAttributesSchema = z.strictObject(librarianAttributes);
/** An agent's attributes as the document keeps them. */
export type LibrarianAttributes = z.infer<typeof librarianAttributesSchema>;

/** One step: an answer, or (source `chart`) what happened without a question. */
export const librarianDecision = z.strictObject({
  agent_id: agentIdText,
  tick,
  /** The agent's own count of questions. */
  iteration: index,
  state,
  next_state: state,
  kind: z.enum(STEP_KINDS),
  source: z.enum([...SOURCES, 'chart']),
  /** The whole answer as it was read; null if none came. */
  answer: z.nullable(textSchema),
  mended: z.array(textSchema),
  /** State that the answer named. */
  claims: z.nullable(textSchema),
  thinking_log: z.nullable(textSchema),
  action: z.nullable(
    z.strictObject({ type: z.enum([...LIBRARIAN_ACTIONS, PAGE_OUT]), tags: z.array(textSchema) }),
  ),
  result: z.nullable(textSchema),
  error: z.nullable(textSchema),
  /** Item in front of the agent: `passage_4`, `q6`. */
  item: z.nullable(textSchema),
  /** Tokens afterwards. */
  working_tokens: index,
  storage_tokens: index,
  tokens_in: index,
  tokens_out: index,
  ...modelFields,
});
/** A row of `decisions`. */
export type LibrarianDecision = z.infer<typeof librarianDecision>;

/** One value under one tag, for as long as it stayed in one place. */
const entry = z.strictObject({
  agent_id: agentIdText,
  entry: index,
  place,
  tag: textSchema,
  tokens: index,
  from: tick,
  cause,
  to: z.nullable(tick),
  end: z.nullable(cause),
  written: tick,
  /** Row of `decisions` that wrote the value; null if it was given. */
  decision: z.nullable(index),
  /** The entry whose value it took over; null if it has its own. */
  copy_of: z.nullable(index),
  value: z.nullable(textSchema),
});
/** A row of `entries`. */
export type EntryRecord = z.infer<typeof entry>;

const move = z.strictObject({
  agent_id: agentIdText,
  tick,
  /** Entries. */
  from: index,
  to: index,
  cause: z.enum(['paging', 'load', 'save', 'hard_limit', 'displaced']),
  /** Row of `decisions` that moved it; null before the first. */
  decision: z.nullable(index),
});
/** A row of `moves`. */
export type MoveRecord = z.infer<typeof move>;

const question = z.strictObject({
  agent_id: agentIdText,
  question: textSchema,
  text: textSchema,
  /** Its kind, as the text names it; null for none. */
  kind: z.optional(z.nullable(textSchema)),
  expected: textSchema,
  given: z.nullable(textSchema),
  mark: z.nullable(z.enum(MARKS)),
  loaded: z.boolean(),
  tick,
  settled: z.nullable(tick),
  /** The sentence that answers it, and its place when it was settled; null: nowhere. */
  fact: z.nullable(
    z.strictObject({
      passage: index,
      sentence: textSchema,
      place: z.nullable(place),
      entry: z.nullable(index),
    }),
  ),
});
/** A row of `questions`. */
export type QuestionRecord = z.infer<typeof question>;

/** The model's own sections. */
export const librarianSections = {
  decisions: z.array(librarianDecision),
  questions: z.array(question),
  entries: z.array(entry),
  moves: z.array(move),
  measurements: z.array(measurementSchema),
};
