import { agentIdText, index, text, tick } from '../../export/parts.ts';
import { SOURCES } from '../../oracle.ts';
import * as z from '../../zod.ts';

/** Fields of an agent's record beside those of all models. */
export const chartAttributes = {
  /** The user's own name of the account. */
  label: z.optional(text),
  followers: index,
};
const attributes = z.strictObject(chartAttributes);
/** An agent's attributes as the document keeps them. */
export type ChartAttributes = z.infer<typeof attributes>;

/** A line of the chart's file. */
export const chartLine = z.strictObject({ line: z.int().check(z.positive()), text });
/** A row of `chart`. */
export type ChartLine = z.infer<typeof chartLine>;

/** Nobody is asked so far: there are no rows. */
export const chartDecision = z.strictObject({ agent_id: agentIdText, tick, source: z.enum(SOURCES) });

/** The model's sections, in order. */
export const chartSections = { chart: z.array(chartLine), decisions: z.array(chartDecision) };
