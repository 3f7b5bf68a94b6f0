import { MAX_SEED } from '../core/isValidSeed.ts';
import * as z from '../core/zod.ts';
import { agentIdText, hexadecimal, index, source, textSchema, tick, utc } from '../export/parts.ts';
import { EVENT_KINDS, type EventKind } from '../model/event.ts';
import { EVENTS_FORMAT, EVENTS_VERSION } from './writeEventLines.ts';

type EventShape = Readonly<Record<string, z.ZodMiniType>>;

const prompt = z.strictObject({ system: textSchema, user: textSchema });
const call = { tool: textSchema, arguments: z.record(textSchema, z.unknown()) };

/** Fields of an event of each kind in every model; models add more. */
const EVENT_FIELDS: Readonly<Record<EventKind, EventShape>> = {
  state_transition: {
    from_state: textSchema,
    to_state: textSchema,
    trigger: textSchema,
    context: z.optional(z.record(textSchema, z.unknown())),
  },
  question: { prompt: z.optional(prompt) },
  answer: { source },
  fallback: { warning: textSchema, source: z.optional(source) },
  refused: { warning: textSchema },
  tool_call: call,
  memory_move: {
    cause: textSchema,
    from: textSchema,
    to: textSchema,
    tag: textSchema,
    to_tag: z.optional(textSchema),
    tokens: index,
  },
  stuck_detection: {
    rule: textSchema,
    advice: z.optional(textSchema),
    reason: z.optional(textSchema),
    verdict: z.optional(textSchema),
    resumed: z.optional(textSchema),
  },
  post: { post_id: textSchema, post_kind: textSchema, root_id: textSchema, text: textSchema },
  warning: { warning: textSchema },
  intervention: { change: z.record(textSchema, z.unknown()) },
};

/** A line of the log after the first. */
export const eventSchema = z.union(
  EVENT_KINDS.map(kind =>
    z.looseObject({
      tick,
      time: utc,
      kind: z.literal(kind),
      ...(kind === 'intervention' ? {} : { agent_id: agentIdText }),
      ...EVENT_FIELDS[kind],
    }),
  ),
);

/** The first line. */
export const eventsHeadSchema = z.strictObject({
  format: z.literal(EVENTS_FORMAT),
  version: z.literal(EVENTS_VERSION),
  engine: textSchema,
  /** SHA-256 of the set-up, from which the run's hash starts. */
  setup: hexadecimal,
  model: textSchema,
  seed: index.check(z.lte(MAX_SEED)),
  start_time: utc,
  tick_seconds: z.number(),
  /** True if questions have their prompts; absent: they have none. */
  prompts: z.optional(z.literal(true)),
  /** The selection, if something was left out. */
  from: z.optional(tick),
  to: z.optional(tick),
  agents: z.optional(z.array(agentIdText)),
  kinds: z.optional(z.array(z.enum(EVENT_KINDS))),
  /** Words that each line has. */
  words: z.optional(textSchema),
});

/** The published form of a line, draft 2020-12: the first, or any other. */
export const buildEventLogJsonSchema = (): object => ({
  title: `Statescope event log, version ${EVENTS_VERSION}: a line`,
  ...z.toJSONSchema(z.union([eventsHeadSchema, eventSchema])),
});
