import { MAX_SEED } from '../core/isValidSeed.ts';
import { DOCUMENT_VERSION } from '../core/version.ts';
import * as z from '../core/zod.ts';
import { DIRECTIONS, REPEAT_RULES } from '../network/reading/readingChoices.ts';
import { USES_OF_WEIGHTS } from '../network/weightUse.ts';
import { ANSWER_FORMS } from '../oracle/oracle.ts';
import { REMOTE_KINDS } from '../oracle/servers/getServerKind.ts';
import {
  agentCore,
  agentIdText,
  buildTransitionsSchema,
  hexadecimal,
  index,
  textSchema,
  tick,
  utc,
} from './parts.ts';

/** The parts of a run document that all models share; docs/run-document.md explains them. */

const parameter = z.union([z.number(), z.boolean(), textSchema]);

/** Facts about the network that the agents are on. */
export const networkSchema = z.strictObject({
  name: textSchema,
  nodes: index,
  edges: index,
  sha256: hexadecimal,
  /** Present for a network of the user's: whether the first account of an edge follows the second, is followed, or both. */
  direction: z.optional(z.enum(DIRECTIONS)),
  /** Present if it has weighted edges more than once: the rule for combining their weights. */
  repeats: z.optional(z.enum(REPEAT_RULES)),
  /** Present if it was chosen: the attribute of the nodes that divides them. */
  groups: z.optional(textSchema),
  /** Present for a network of the user's with weights: how they are used. */
  weights: z.optional(z.enum(USES_OF_WEIGHTS)),
});
/** Facts about any other input; `count` is the number of its parts. */
export const inputSchema = z.strictObject({ name: textSchema, count: index, sha256: hexadecimal });
const change = z.union([
  z.strictObject({ tick, name: textSchema, value: parameter }),
  /** An answer in place of the oracle's: of a choice its action, of a completion its text. */
  z.strictObject({ tick, kind: z.literal('answer'), agent: agentIdText, answer: textSchema }),
  /** Interventions in the model's world from then on. */
  z.strictObject({ tick, kind: z.literal('intervention'), name: textSchema, on: z.array(textSchema) }),
  /** Another seed for all that is drawn from then on. */
  z.strictObject({ tick, kind: z.literal('chance'), seed: index.check(z.lte(MAX_SEED)) }),
]);

/** The run that a branch left; `after` is the last round that both have in common. */
const branchOf = z.strictObject({
  hash: hexadecimal,
  rounds: index,
  after: index,
  by: z.union([change, z.strictObject({ kind: z.enum(['oracle', 'text']) })]),
});

const limit = z.nullable(z.number());
const limits = {
  calls_per_run: limit,
  tokens_per_run: limit,
  calls_per_round: limit,
  tokens_per_round: limit,
  deadline_seconds: limit,
  unusable_in_row: z.optional(limit),
};
const prompt = z.strictObject({ system: textSchema, user: textSchema });
const asked = z.union([
  z.strictObject({ kind: z.literal('policy') }),
  /** An oracle of another program, by the name that it gives itself. */
  z.strictObject({ kind: z.literal('custom'), name: textSchema }),
  z.strictObject({
    kind: z.enum([...REMOTE_KINDS, 'webllm', 'wllama']),
    model: textSchema,
    /** Present for a browser model with a source of its own. */
    revision: z.optional(z.nullable(textSchema)),
    servers: z.array(z.strictObject({ version: z.nullable(textSchema), digest: z.nullable(textSchema) })),
    form: z.enum(['auto', ...ANSWER_FORMS, 'completion']),
    temperature: z.nullable(z.number()),
    archetypes: z.boolean(),
    texts: z.boolean(),
    /** Parameters that a server refused, and was asked without. */
    not_sent: z.optional(z.array(textSchema)),
    prompt_version: index,
    template: z.nullable(prompt),
    limits: z.strictObject(limits),
    limit_changes: z.array(z.strictObject({ tick, ...limits })),
  }),
]);
/** A replay; `recorded` is the oracle whose answers are repeated. */
const replayed = z.strictObject({
  kind: z.literal('replay'),
  of: hexadecimal,
  recorded: asked,
  /** Oracles before that one, each up to a round. */
  earlier: z.optional(z.array(z.strictObject({ until: tick, oracle: asked }))),
});
const oracle = z.union([asked, replayed]);

const made = { model: textSchema, network: z.nullable(networkSchema) };
const played = {
  agents: index,
  rounds: index,
  seed: index.check(z.lte(MAX_SEED)),
  preset: textSchema,
  oracle,
  /** Earlier oracles, each up to a round; absent if one decided all. */
  earlier_oracles: z.optional(z.array(z.strictObject({ until: tick, oracle }))),
  warm_up: index,
  start_time: utc,
  tick_seconds: z.number(),
  parameters: z.record(textSchema, parameter),
  changes: z.array(change),
  /** Absent for a run that is not a branch. Nothing depends on it. */
  branch_of: z.optional(branchOf),
};
/** A document's `config`; it also has a model's inputs, each under its name. */
export const configSchema = z.looseObject({ ...made, ...played });
/** A parsed `config`, whatever the model. */
export type DocumentConfig = z.infer<typeof configSchema>;

/** Fields by which a document is recognised. */
export const documentHead = {
  format: z.literal('statescope-run'),
  version: z.literal(DOCUMENT_VERSION),
  engine: textSchema,
  hash: hexadecimal,
};

const agentRecord = z.looseObject(agentCore);
/** An agent's row with the fields that all models share. */
export type AgentRecord = z.infer<typeof agentRecord>;

type DocumentShape = Readonly<Record<string, z.ZodMiniType>>;

/**
 * The schema of a model's run documents, from its own parts. `config`: `model`, `network`, and its inputs;
 * `context`: the column with a transition's subject; `attributes`: fields of an agent's record; `sections`:
 * what follows the log.
 */
export const buildDocumentSchema = <
  Config extends DocumentShape,
  Context extends string,
  Attributes extends DocumentShape,
  Sections extends DocumentShape,
>(part: {
  readonly config: Config;
  readonly context: Context;
  readonly attributes: Attributes;
  readonly sections: Sections;
}) =>
  z.strictObject({
    ...documentHead,
    states: z.array(textSchema),
    /** The model's scalar results at the end; null if there was nothing to measure. */
    outcomes: z.record(textSchema, z.nullable(z.number())),
    distribution: z.array(z.strictObject({ tick, counts: z.record(textSchema, index) })),
    config: z.strictObject({ ...part.config, ...played }),
    agents: z.array(z.strictObject({ ...agentCore, ...part.attributes })),
    transitions: buildTransitionsSchema(part.context),
    ...part.sections,
  });
