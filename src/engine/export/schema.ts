import { FORMS, SOURCES } from '../oracle.ts';
import * as z from '../zod.ts';

/** The run document, version 1. The published JSON Schema is made from this; docs/run-document.md explains it. */

const text = z.string();
const index = z.int().check(z.gte(0));
const tick = z.int();
const hexadecimal = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const agentIdText = z.string().check(z.regex(/^agent_\d{3,}$/));
const postIdText = z.string().check(z.regex(/^post_\d{3,}$/));
const utc = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/));
const share = z.number().check(z.gte(0), z.lte(1));
const parameter = z.union([z.number(), z.boolean()]);

const network = z.strictObject({ name: text, nodes: index, edges: index, sha256: hexadecimal });
const change = z.strictObject({ tick, name: text, value: parameter });

const limit = z.nullable(z.number());
const limits = {
  calls_per_run: limit,
  tokens_per_run: limit,
  calls_per_round: limit,
  tokens_per_round: limit,
  deadline_seconds: limit,
};
const prompt = z.strictObject({ system: text, user: text });
const asked = z.union([
  z.strictObject({ kind: z.literal('policy') }),
  z.strictObject({
    kind: z.enum(['ollama', 'openai', 'webllm', 'wllama']),
    model: text,
    /** Of a model in the browser that has a source of its own. */
    revision: z.optional(z.nullable(text)),
    servers: z.array(z.strictObject({ version: z.nullable(text), digest: z.nullable(text) })),
    form: z.enum(['auto', ...FORMS]),
    temperature: z.nullable(z.number()),
    archetypes: z.boolean(),
    texts: z.boolean(),
    prompt_version: index,
    template: z.nullable(prompt),
    limits: z.strictObject(limits),
    limit_changes: z.array(z.strictObject({ tick, ...limits })),
  }),
]);
/** `recorded`: who gave the answers that are repeated. */
const replayed = z.strictObject({
  kind: z.literal('replay'),
  of: hexadecimal,
  recorded: asked,
  /** Who gave answers before, each up to a round. */
  earlier: z.optional(z.array(z.strictObject({ until: tick, oracle: asked }))),
});
const oracle = z.union([asked, replayed]);

export const configSchema = z.strictObject({
  model: text,
  network,
  agents: index,
  rounds: index,
  seed: index.check(z.lte(0xffff_ffff)),
  preset: text,
  oracle,
  /** Who decided before, each up to a round; absent where one decided all. */
  earlier_oracles: z.optional(z.array(z.strictObject({ until: tick, oracle }))),
  warm_up: index,
  start_time: utc,
  tick_seconds: z.number(),
  parameters: z.record(text, parameter),
  changes: z.array(change),
});
export type DocumentConfig = z.infer<typeof configSchema>;

const stateTransition = z.strictObject({
  from_state: text,
  to_state: text,
  trigger: text,
  timestamp: utc,
  context: z.nullable(z.record(text, z.unknown())),
});

const agentCore = {
  agent_id: agentIdText,
  current_state: text,
  ticks_in_state: index,
  state_history: z.array(stateTransition),
};
const agentRecord = z.looseObject(agentCore);
export type AgentRecord = z.infer<typeof agentRecord>;

const socialAttributes = {
  name: text,
  label: z.nullable(text),
  archetype: text,
  engagement_threshold: share,
  timeout_threshold: index,
  max_history_depth: index,
  like_rate: z.number(),
  reply_rate: z.number(),
  reshare_rate: z.number(),
  post_rate: z.number(),
  sessions_per_day: z.number(),
  session_ticks: z.tuple([index, index]),
  interests: z.record(text, share),
};
const attributes = z.strictObject(socialAttributes);
export type SocialAttributes = z.infer<typeof attributes>;

const transitions = z.strictObject({
  triggers: z.array(text),
  tick: z.array(tick),
  agent: z.array(index),
  from: z.array(index),
  to: z.array(index),
  trigger: z.array(index),
  post: z.array(z.nullable(index)),
});

export const decisionSchema = z.strictObject({
  agent_id: agentIdText,
  tick,
  post_id: postIdText,
  source: z.enum(SOURCES),
  next_state: text,
  action: z.nullable(text),
  trigger: z.nullable(text),
  probabilities: z.nullable(z.record(text, share)),
  // Only where a model was asked.
  model: z.optional(text),
  prompt_version: z.optional(index),
  form: z.optional(z.enum(FORMS)),
  texts: z.optional(z.boolean()),
  letter_mass: z.optional(share),
  archetype_probabilities: z.optional(z.record(text, share)),
  raw: z.optional(text),
  reason: z.optional(text),
  text: z.optional(text),
});
export type DecisionRecord = z.infer<typeof decisionSchema>;

export const measurementSchema = z.strictObject({
  agent_id: agentIdText,
  tick,
  milliseconds: z.number(),
  tokens_in: index,
  tokens_out: index,
  tokens_per_second: z.nullable(z.number()),
  tries: index,
});
export type MeasurementRecord = z.infer<typeof measurementSchema>;

const post = z.strictObject({
  post_id: postIdText,
  author_id: agentIdText,
  kind: z.enum(['original', 'reply', 'reshare']),
  parent_id: z.nullable(postIdText),
  root_id: postIdText,
  tick,
  topic: text,
  text,
  likes: index,
});
export type PostRecord = z.infer<typeof post>;

const cascade = z.strictObject({
  root_id: postIdText,
  size: index,
  depth: index,
  max_breadth: index,
  structural_virality: z.number(),
  post_root_r: z.nullable(share),
  minutes_to_half_size: z.number(),
  observed_ticks: index,
});
export type CascadeRecord = z.infer<typeof cascade>;

/** By these a document is known. */
export const documentHead = {
  format: z.literal('statescope-run'),
  version: z.literal(1),
  engine: text,
  hash: hexadecimal,
};

const core = {
  ...documentHead,
  states: z.array(text),
  distribution: z.array(z.strictObject({ tick, counts: z.record(text, index) })),
  transitions,
};

const socialDocument = z.strictObject({
  ...core,
  config: z.extend(configSchema, { model: z.literal('social') }),
  agents: z.array(z.strictObject({ ...agentCore, ...socialAttributes })),
  decisions: z.array(decisionSchema),
  posts: z.array(post),
  cascades: z.array(cascade),
  measurements: z.array(measurementSchema),
});

/** A union on `config.model`; so far there is one model. */
export const runDocumentSchema = z.union([socialDocument]);
export type RunDocument = z.infer<typeof runDocumentSchema>;

/** The published form, draft 2020-12. */
export const runDocumentJsonSchema = (): object => ({
  title: 'Statescope run document, version 1',
  ...z.toJSONSchema(runDocumentSchema),
});
