import * as z from '../../../core/zod.ts';
import { agentIdText, index, measurementSchema, share, textSchema, tick } from '../../../export/parts.ts';
import { ANSWER_FORMS, SOURCES } from '../../../oracle/oracle.ts';

/** Fields of an agent's record in addition to those of all models. */
export const chartAttributes = {
  /** The user's own name of the account. */
  label: z.optional(textSchema),
  /** Other attributes from the network's file. */
  attributes: z.optional(z.record(textSchema, textSchema)),
  followers: index,
};
const chartAttributesSchema = z.strictObject(chartAttributes);
/** An agent's attributes as the document keeps them. */
export type ChartAttributes = z.infer<typeof chartAttributesSchema>;

/** A line of the chart's file. */
export const chartLine = z.strictObject({ line: z.int().check(z.positive()), text: textSchema });
/** A row of `chart`. */
export type ChartLine = z.infer<typeof chartLine>;

/** One question with its answer; fields of a language model are absent if none was asked. */
export const chartDecision = z.strictObject({
  agent_id: agentIdText,
  tick,
  source: z.enum(SOURCES),
  /** The state that asked. */
  state: textSchema,
  /** The event that was chosen; null for none. */
  action: z.nullable(textSchema),
  /** True if the event was still answered on arrival. */
  moved: z.boolean(),
  probabilities: z.nullable(z.record(textSchema, share)),
  model: z.optional(textSchema),
  prompt_version: z.optional(index),
  form: z.optional(z.enum(ANSWER_FORMS)),
  letter_mass: z.optional(share),
  raw: z.optional(textSchema),
  reason: z.optional(textSchema),
  /** A model's description of the agent. */
  situation: z.optional(textSchema),
});
/** A row of `decisions`. */
export type ChartDecisionRecord = z.infer<typeof chartDecision>;

/** The model's sections, in order. */
export const chartSections = {
  chart: z.array(chartLine),
  decisions: z.array(chartDecision),
  /** Absent if no state asks. */
  measurements: z.optional(z.array(measurementSchema)),
};
