import * as z from '../../../core/zod.ts';
import { agentIdText, index, measurementSchema, share, text, tick } from '../../../export/parts.ts';
import { FORMS, SOURCES } from '../../../oracle/oracle.ts';

/** Fields of an agent's record in addition to those of all models. */
export const chartAttributes = {
  /** The user's own name of the account. */
  label: z.optional(text),
  /** Other attributes from the network's file. */
  attributes: z.optional(z.record(text, text)),
  followers: index,
};
const attributes = z.strictObject(chartAttributes);
/** An agent's attributes as the document keeps them. */
export type ChartAttributes = z.infer<typeof attributes>;

/** A line of the chart's file. */
export const chartLine = z.strictObject({ line: z.int().check(z.positive()), text });
/** A row of `chart`. */
export type ChartLine = z.infer<typeof chartLine>;

/** One question with its answer; fields of a language model are absent if none was asked. */
export const chartDecision = z.strictObject({
  agent_id: agentIdText,
  tick,
  source: z.enum(SOURCES),
  /** The state that asked. */
  state: text,
  /** The event that was chosen; null for none. */
  action: z.nullable(text),
  /** True if the event was still answered on arrival. */
  moved: z.boolean(),
  probabilities: z.nullable(z.record(text, share)),
  model: z.optional(text),
  prompt_version: z.optional(index),
  form: z.optional(z.enum(FORMS)),
  letter_mass: z.optional(share),
  raw: z.optional(text),
  reason: z.optional(text),
  /** A model's description of the agent. */
  situation: z.optional(text),
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
