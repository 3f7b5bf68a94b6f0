import { governedAttributes, governedSections } from '../models/governed/schema.ts';
import { librarianAttributes, librarianSections } from '../models/librarian/schema.ts';
import { socialAttributes, socialSections } from '../models/social/schema.ts';
import { workflowAttributes, workflowSections } from '../models/workflow/schema.ts';
import { FORMS } from '../oracle.ts';
import { DOCUMENT_VERSION } from '../version.ts';
import * as z from '../zod.ts';
import { agentCore, hexadecimal, index, text, tick, transitionsOf, utc } from './parts.ts';

/** The run document. The published JSON Schema is made from this; docs/run-document.md explains it. */

const parameter = z.union([z.number(), z.boolean()]);

const network = z.strictObject({ name: text, nodes: index, edges: index, sha256: hexadecimal });
/** Of what else the run was made. */
const given = z.strictObject({ name: text, count: index, sha256: hexadecimal });
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
    form: z.enum(['auto', ...FORMS, 'completion']),
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
  network: z.nullable(network),
  corpus: z.optional(given),
  missions: z.optional(given),
  memory: z.optional(given),
  config: z.optional(given),
  source: z.optional(given),
  workflow: z.optional(given),
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

/** By these a document is known. */
export const documentHead = {
  format: z.literal('statescope-run'),
  version: z.literal(DOCUMENT_VERSION),
  engine: text,
  hash: hexadecimal,
};

const core = {
  ...documentHead,
  states: z.array(text),
  distribution: z.array(z.strictObject({ tick, counts: z.record(text, index) })),
};

const agentRecord = z.looseObject(agentCore);
export type AgentRecord = z.infer<typeof agentRecord>;

export const socialDocumentSchema = z.strictObject({
  ...core,
  config: z.extend(configSchema, { model: z.literal('social'), network }),
  agents: z.array(z.strictObject({ ...agentCore, ...socialAttributes })),
  transitions: transitionsOf('post'),
  ...socialSections,
});

export const governedDocumentSchema = z.strictObject({
  ...core,
  config: z.extend(configSchema, {
    model: z.literal('governed'),
    network: z.null(),
    corpus: given,
    missions: given,
  }),
  agents: z.array(z.strictObject({ ...agentCore, ...governedAttributes })),
  transitions: transitionsOf('decision'),
  ...governedSections,
});

export const librarianDocumentSchema = z.strictObject({
  ...core,
  config: z.extend(configSchema, {
    model: z.literal('librarian'),
    network: z.null(),
    source: given,
  }),
  agents: z.array(z.strictObject({ ...agentCore, ...librarianAttributes })),
  transitions: transitionsOf('decision'),
  ...librarianSections,
});

export const workflowDocumentSchema = z.strictObject({
  ...core,
  config: z.extend(configSchema, {
    model: z.literal('workflow'),
    network: z.null(),
    workflow: given,
  }),
  agents: z.array(z.strictObject({ ...agentCore, ...workflowAttributes })),
  transitions: transitionsOf('decision'),
  ...workflowSections,
});

/** A union on `config.model`. */
export const runDocumentSchema = z.union([
  socialDocumentSchema,
  governedDocumentSchema,
  librarianDocumentSchema,
  workflowDocumentSchema,
]);
export type SocialDocument = z.infer<typeof socialDocumentSchema>;
export type LibrarianDocument = z.infer<typeof librarianDocumentSchema>;
export type WorkflowDocument = z.infer<typeof workflowDocumentSchema>;
export type GovernedDocument = z.infer<typeof governedDocumentSchema>;

/** The published form, draft 2020-12. */
export const runDocumentJsonSchema = (): object => ({
  title: `Statescope run document, version ${DOCUMENT_VERSION}`,
  ...z.toJSONSchema(runDocumentSchema),
});
