import * as z from '../../../core/zod.ts';
import {
  agentIdText,
  index,
  measurementSchema,
  share,
  source,
  textSchema,
  tick,
} from '../../../export/parts.ts';
import { ANSWER_FORMS } from '../../../oracle/oracle.ts';
import { MOODS } from '../people/moodNames.ts';

const postIdText = z.string().check(z.regex(/^post_\d{3,}$/));

/** Fields of an agent's record in addition to those of all models. */
export const socialAttributes = {
  name: textSchema,
  label: z.nullable(textSchema),
  /** Attributes of the account in the network's file, except its name. */
  attributes: z.optional(z.record(textSchema, textSchema)),
  archetype: textSchema,
  engagement_threshold: share,
  timeout_threshold: index,
  max_history_depth: index,
  like_rate: z.number(),
  reply_rate: z.number(),
  reshare_rate: z.number(),
  post_rate: z.number(),
  sessions_per_day: z.number(),
  session_ticks: z.tuple([index, index]),
  interests: z.record(textSchema, share),
};
const socialAttributesSchema = z.strictObject(socialAttributes);
/** An agent's attributes as the document keeps them. */
export type SocialAttributes = z.infer<typeof socialAttributesSchema>;

/** One question with its answer; fields of a language model are absent if none was asked. */
export const socialDecision = z.strictObject({
  agent_id: agentIdText,
  tick,
  post_id: postIdText,
  source,
  next_state: textSchema,
  action: z.nullable(textSchema),
  trigger: z.nullable(textSchema),
  probabilities: z.nullable(z.record(textSchema, share)),
  /** In runs with moods. */
  mood: z.optional(z.enum(MOODS)),
  // Fields that exist only if a model was asked.
  model: z.optional(textSchema),
  prompt_version: z.optional(index),
  form: z.optional(z.enum(ANSWER_FORMS)),
  texts: z.optional(z.boolean()),
  letter_mass: z.optional(share),
  archetype_probabilities: z.optional(z.record(textSchema, share)),
  raw: z.optional(textSchema),
  reason: z.optional(textSchema),
  text: z.optional(textSchema),
});
/** A row of `decisions`. */
export type DecisionRecord = z.infer<typeof socialDecision>;

const post = z.strictObject({
  post_id: postIdText,
  author_id: agentIdText,
  kind: z.enum(['original', 'reply', 'reshare']),
  parent_id: z.nullable(postIdText),
  root_id: postIdText,
  tick,
  topic: textSchema,
  text: textSchema,
  likes: index,
});
/** A row of `posts`. */
export type PostRecord = z.infer<typeof post>;

const cascade = z.strictObject({
  root_id: postIdText,
  size: index,
  /** Absent in documents that were written before it was counted. */
  seen: z.optional(index),
  depth: index,
  max_breadth: index,
  structural_virality: z.number(),
  post_root_r: z.nullable(share),
  minutes_to_half_size: z.number(),
  observed_ticks: index,
});
/** A row of `cascades`. */
export type CascadeRecord = z.infer<typeof cascade>;

/** The model's own sections. */
export const socialSections = {
  decisions: z.array(socialDecision),
  posts: z.array(post),
  cascades: z.array(cascade),
  measurements: z.array(measurementSchema),
};
