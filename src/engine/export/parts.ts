import * as z from '../core/zod.ts';
import { SOURCES } from '../oracle/oracle.ts';

/** Common parts of the schemas of all models. */

export const textSchema = z.string();
/** A count, or a position from 0. */
export const index = z.int().check(z.gte(0));
/** Any tick; warm-up ticks are 0 and below. */
export const tick = z.int();
/** A SHA-256 in lower-case hexadecimal. */
export const hexadecimal = z.string().check(z.regex(/^[0-9a-f]{64}$/));
/** `agent_001`. */
export const agentIdText = z.string().check(z.regex(/^agent_\d{3,}$/));
/** Simulated UTC to the second, without milliseconds. */
export const utc = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/));
/** A share or a probability. */
export const share = z.number().check(z.gte(0), z.lte(1));
/** Source of an answer. */
export const source = z.enum(SOURCES);

const stateTransition = z.strictObject({
  from_state: textSchema,
  to_state: textSchema,
  trigger: textSchema,
  timestamp: utc,
  context: z.nullable(z.record(textSchema, z.unknown())),
});

/** Fields of every agent's record. */
export const agentCore = {
  agent_id: agentIdText,
  current_state: textSchema,
  ticks_in_state: index,
  state_history: z.array(stateTransition),
};

const core = z.strictObject(agentCore);
/** These fields alone: an agent's own history, as a file of its own. */
export type AgentCore = z.infer<typeof core>;

/** The complete log as columns. @param context name of the column with a transition's subject. */
export const buildTransitionsSchema = <Name extends string>(context: Name) =>
  z.strictObject({
    triggers: z.array(textSchema),
    /** Of a chart with hierarchy: the states without states of their own that are active at once, indices into `states`. */
    configurations: z.optional(z.array(z.array(index))),
    tick: z.array(tick),
    agent: z.array(index),
    from: z.array(index),
    to: z.array(index),
    trigger: z.array(index),
    ...({ [context]: z.array(z.nullable(index)) } as Record<
      Name,
      z.ZodMiniArray<z.ZodMiniNullable<typeof index>>
    >),
  });

/** A row of wall-clock measurements; never hashed. */
export const measurementSchema = z.strictObject({
  agent_id: agentIdText,
  tick,
  milliseconds: z.number(),
  tokens_in: index,
  tokens_out: index,
  tokens_per_second: z.nullable(z.number()),
  tries: index,
});
/** One answer's time, tries and tokens as the document keeps them. */
export type MeasurementRecord = z.infer<typeof measurementSchema>;

/** Fields of a completion that exist only if a model was asked. */
export const modelFields = {
  model: z.optional(textSchema),
  prompt_version: z.optional(index),
  raw: z.optional(textSchema),
};
const modelRecord = z.strictObject(modelFields);
/** Facts in a decision row about the language model that answered it. */
export type ModelRecord = z.infer<typeof modelRecord>;
