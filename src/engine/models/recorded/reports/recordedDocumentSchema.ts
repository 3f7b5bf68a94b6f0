import * as z from '../../../core/zod.ts';
import { index, textSchema } from '../../../export/parts.ts';

/** Inputs that are one text of the user's each: the document holds them. */
export const OWN_TEXTS = ['mapping', 'given', 'reading'] as const;
/** One of them. */
export type OwnText = (typeof OWN_TEXTS)[number];

const amount = z.number();
const outcome = z.nullable(z.enum(['succeeded', 'failed']));

/** Fields of an agent's record in addition to those of all models. */
export const caseAttributes = {
  case: textSchema,
  /** Id of the case whose agent sent this one. */
  parent: z.optional(textSchema),
  outcome,
  steps: index,
};
const caseAttributesSchema = z.strictObject(caseAttributes);
/** A case's attributes as the document keeps them. */
export type CaseAttributes = z.infer<typeof caseAttributesSchema>;

/** One step; values missing in its source are absent. */
const step = z.strictObject({
  tool: textSchema,
  state: z.optional(textSchema),
  /** State from the mapping, if the texts it depends on are hidden; null: the step was left out. */
  mapped: z.optional(z.nullable(textSchema)),
  /** Owner of the step, if a case has several agents. */
  lane: z.optional(textSchema),
  prompt: z.optional(textSchema),
  answer: z.optional(textSchema),
  args: z.optional(textSchema),
  result: z.optional(textSchema),
  error: z.optional(textSchema),
  args_hash: z.optional(textSchema),
  result_hash: z.optional(textSchema),
  failed: z.optional(z.boolean()),
  /** Milliseconds since 1970. */
  at: z.optional(z.number()),
  until: z.optional(z.number()),
  tokens_in: z.optional(amount),
  tokens_out: z.optional(amount),
  /** Parts of `tokens_in` and `tokens_out`, which include them. */
  tokens_cached_read: z.optional(amount),
  tokens_cached_write: z.optional(amount),
  tokens_reasoning: z.optional(amount),
  /** US dollars. */
  usd: z.optional(amount),
  /** Beginnings and ends of the calls of the model that led to the step, milliseconds since 1970; null for an unknown end. */
  model_calls: z.optional(z.array(z.tuple([z.number(), z.nullable(z.number())]))),
  /** The awaited party. */
  waits_for: z.optional(z.literal('person')),
  /** The source has no record of the call itself. */
  inferred: z.optional(z.literal(true)),
});
/** A step as the document keeps it. */
export type StepRecord = z.infer<typeof step>;

/** A case, with all of its steps that were read. */
export const caseRow = z.strictObject({
  input: z.literal('traces'),
  case: textSchema,
  /** Id of the case whose agent sent this one. */
  parent: z.optional(textSchema),
  outcome,
  reward: z.nullable(z.number()),
  /** Why it ended, in the source's words. */
  end: z.nullable(textSchema),
  /** Of a live source: its agent was done, and may have been called again later. */
  closed: z.optional(z.literal(true)),
  /** Exactness of its token counts. */
  tokens: z.enum(['exact', 'estimated', 'none']),
  labels: z.record(textSchema, textSchema),
  steps: z.array(step),
});
/** A row of `inputs` that holds a case. */
export type CaseRecord = z.infer<typeof caseRow>;

/** A line of the user's own mapping, chart or reading. */
const fileLine = z.strictObject({
  input: z.enum(OWN_TEXTS),
  line: z.int().check(z.positive()),
  text: textSchema,
});
/** A row of `inputs` that holds a line of a file. */
export type FileLine = z.infer<typeof fileLine>;

/** The model's sections, in order. */
export const recordedSections = {
  /** Nothing is decided in a recorded run. */
  decisions: z.array(z.never()),
  /** Inputs of the run: its document can be played again by itself. */
  inputs: z.array(z.union([caseRow, fileLine])),
};
