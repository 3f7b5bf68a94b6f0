import * as z from '../../../core/zod.ts';
import {
  agentIdText,
  index,
  measurementSchema,
  modelFields,
  textSchema,
  tick,
} from '../../../export/parts.ts';
import { SOURCES } from '../../../oracle/oracle.ts';
import { CHARACTERS, MISSION_ENDINGS, MISSION_OUTCOMES, MISSION_PHASES, STUCK_RULES } from '../phases.ts';

const phase = z.enum(MISSION_PHASES);
/** `step_limit` ends a mission, governed or not; the others are the rules of being stuck. */
const rule = z.nullable(z.enum([...STUCK_RULES, 'step_limit']));
const milliseconds = z.number().check(z.gte(0));

/** Fields of an agent's record in addition to those of all models. */
export const governedAttributes = {
  mission: textSchema,
  title: textSchema,
  character: z.enum(CHARACTERS),
  outcome: z.enum(MISSION_OUTCOMES),
  /** Null while it has not ended; documents before this field have none. */
  ending: z.optional(z.nullable(z.enum(MISSION_ENDINGS))),
  /** Content of a right answer; both empty: there is none to find. Null: unknown. */
  expected: z.optional(
    z.nullable(z.strictObject({ answers: z.array(textSchema), sources: z.array(textSchema) })),
  ),
  rule,
  /** Text of its own finish. */
  final: z.nullable(textSchema),
  /** Summary of its failure, written by the chart. */
  summary: z.nullable(textSchema),
  steps: index,
  /** Number of times it was sent back for another try; in runs with second chances. */
  resumed: z.optional(index),
  calls: index,
  /** Tokens of prompts and answers, estimated at four characters a token. */
  tokens: index,
  simulated_ms: milliseconds,
  started: z.nullable(tick),
  ended: z.nullable(tick),
};
const governedAttributesSchema = z.strictObject(governedAttributes);
/** An agent's attributes as the document keeps them. */
export type GovernedAttributes = z.infer<typeof governedAttributesSchema>;

/** One step: an answer, or (source `chart`) what happened without a question. */
export const governedDecision = z.strictObject({
  agent_id: agentIdText,
  tick,
  step: index,
  phase,
  next_phase: phase,
  kind: z.enum(['tool', 'reason', 'finish', 'unreadable', 'unanswered', 'verdict', 'resumed', 'forced']),
  source: z.enum([...SOURCES, 'chart']),
  /** The whole answer as it was read; null if none came. */
  answer: z.nullable(textSchema),
  /** Tool that it called or tried to call. */
  tool: z.nullable(textSchema),
  /** Phase that the answer claimed to go to. */
  claims: z.nullable(textSchema),
  mended: z.array(textSchema),
  /** Why it was not accepted. */
  refused: z.nullable(textSchema),
  failed: index,
  advice: z.nullable(z.strictObject({ rule: z.nullable(z.enum(STUCK_RULES)), text: textSchema })),
  obeyed: z.nullable(z.boolean()),
  rule,
  /**
   * Reason of a verdict or a forced finish, in words; without governance, the bare limit of a forced finish. Of a
   * resume, which of how many second chances it is.
   */
  reason: z.nullable(textSchema),
  duration_ms: milliseconds,
  tokens_in: index,
  tokens_out: index,
  ...modelFields,
});
/** A row of `decisions`. */
export type GovernedDecision = z.infer<typeof governedDecision>;

const call = z.strictObject({
  agent_id: agentIdText,
  tick,
  step: index,
  tool: textSchema,
  arguments: z.record(textSchema, z.unknown()),
  /** Matching documents; null if the tool gave an error. */
  hits: z.nullable(index),
  /** Names of the documents shown. */
  documents: z.array(textSchema),
  error: z.nullable(textSchema),
  result_bytes: index,
  duration_ms: milliseconds,
  /** Earlier steps with the same search. */
  before: z.array(index),
  /** Reason of a `finish` forced by the chart: `stuck_detection` or `step_limit`. */
  reason: z.nullable(textSchema),
  rule,
});
/** A row of `calls`. */
export type CallRecord = z.infer<typeof call>;

/** The model's own sections. */
export const governedSections = {
  decisions: z.array(governedDecision),
  calls: z.array(call),
  measurements: z.array(measurementSchema),
};
