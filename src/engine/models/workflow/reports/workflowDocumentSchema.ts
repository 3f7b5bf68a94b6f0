import * as z from '../../../core/zod.ts';
import {
  agentIdText,
  index,
  measurementSchema,
  modelFields,
  share,
  textSchema,
  tick,
} from '../../../export/parts.ts';
import { SOURCES } from '../../../oracle/oracle.ts';
import { EVENTS } from '../market/artifact.ts';
import {
  HANDS,
  MARKET_ACTIONS,
  MATCHES,
  STEP_FAILURES,
  STEP_OUTCOMES,
  STEP_TYPES,
} from '../workflowTerms.ts';

const artifactIdText = z.string().check(z.regex(/^artifact_\d{3,}$/));

/** Fields of an agent's record in addition to those of all models. */
export const workflowAttributes = {
  name: textSchema,
  /** Scrip. */
  balance: z.int(),
  /** Scrip that buyers have paid it, and that its artifacts have cost it. */
  earned: index,
  spent: index,
  made: index,
  sold: index,
  bought: index,
  hand: z.strictObject({ artifact: z.nullable(artifactIdText), is: z.enum(HANDS) }),
  /** Chance that what it makes is flawed. */
  flaw: share,
  asked: index,
  /** Tokens of prompts and answers, estimated at four characters a token. */
  tokens: index,
  stopped: z.nullable(z.strictObject({ tick, step: textSchema, reason: textSchema })),
  /** Variables set by code, as Python prints them. */
  variables: z.record(textSchema, z.strictObject({ value: textSchema, step: textSchema, tick })),
};
const workflowAttributesSchema = z.strictObject(workflowAttributes);
/** An agent's attributes as the document keeps them. */
export type WorkflowAttributes = z.infer<typeof workflowAttributesSchema>;

/** The outcome of a step that asked, or of code that failed (source `chart`). */
export const workflowDecision = z.strictObject({
  agent_id: agentIdText,
  tick,
  state: textSchema,
  step: textSchema,
  type: z.enum(STEP_TYPES),
  outcome: z.enum(STEP_OUTCOMES),
  /** Reason of its failure; null if it did not fail. */
  failure: z.nullable(z.enum(STEP_FAILURES)),
  attempt: index,
  source: z.enum([...SOURCES, 'chart']),
  /** The whole answer as it was read; null if none came. */
  answer: z.nullable(textSchema),
  mended: z.array(textSchema),
  action: z.nullable(z.enum(MARKET_ACTIONS)),
  note: z.nullable(textSchema),
  /** Key of the transition map, and how the answer named it. */
  key: z.nullable(textSchema),
  match: z.nullable(z.enum(MATCHES)),
  /** The state requested. */
  target: z.nullable(textSchema),
  result: textSchema,
  tokens_in: index,
  tokens_out: index,
  ...modelFields,
});
/** A row of `decisions`. */
export type WorkflowDecision = z.infer<typeof workflowDecision>;

const artifact = z.strictObject({
  artifact: artifactIdText,
  maker: agentIdText,
  price: index,
  idea: textSchema,
  /** True if it is flawed at the end, even if nobody has found out. */
  flawed: z.boolean(),
  events: z.array(z.strictObject({ event: z.enum(EVENTS), tick, buyer: z.nullable(agentIdText) })),
});
/** A row of `artifacts`. */
export type ArtifactRecord = z.infer<typeof artifact>;

const warning = z.strictObject({
  message: textSchema,
  line: index,
  column: index,
  tick,
  agent_id: agentIdText,
  times: index,
});
/** A row of `warnings`. */
export type WarningRecord = z.infer<typeof warning>;

/**
 * The YAML that the run is made from, line by line, so that the document alone suffices to repeat the run.
 */
export const workflowLine = z.strictObject({ line: index, text: textSchema });
/** A row of `workflow`. */
export type WorkflowLineRecord = z.infer<typeof workflowLine>;

/** The model's own sections. */
export const workflowSections = {
  workflow: z.array(workflowLine),
  decisions: z.array(workflowDecision),
  artifacts: z.array(artifact),
  warnings: z.array(warning),
  measurements: z.array(measurementSchema),
};
