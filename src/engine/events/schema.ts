import { MAX_SEED } from '../core/seed.ts';
import * as z from '../core/zod.ts';
import { agentIdText, hexadecimal, index, source, text, tick, utc } from '../export/parts.ts';
import { EVENT_KINDS, type EventKind } from '../model/event.ts';
import { EVENTS_FORMAT, EVENTS_VERSION } from './writeEventLines.ts';

type Shape = Readonly<Record<string, z.ZodMiniType>>;

const prompt = z.strictObject({ system: text, user: text });
const call = { tool: text, arguments: z.record(text, z.unknown()) };

/** Fields of an event of each kind in every model; models add more. */
const FIELDS: Readonly<Record<EventKind, Shape>> = {
  state_transition: {
    from_state: text,
    to_state: text,
    trigger: text,
    context: z.optional(z.record(text, z.unknown())),
  },
  question: { prompt: z.optional(prompt) },
  answer: { source },
  fallback: { warning: text, source: z.optional(source) },
  refused: { warning: text },
  tool_call: call,
  memory_move: { cause: text, from: text, to: text, tag: text, to_tag: z.optional(text), tokens: index },
  stuck_detection: {
    rule: text,
    advice: z.optional(text),
    reason: z.optional(text),
    verdict: z.optional(text),
    resumed: z.optional(text),
  },
  post: { post_id: text, post_kind: text, root_id: text, text },
  warning: { warning: text },
  intervention: { change: z.record(text, z.unknown()) },
};

/** A line of the log after the first. */
export const eventSchema = z.union(
  EVENT_KINDS.map(kind =>
    z.looseObject({
      tick,
      time: utc,
      kind: z.literal(kind),
      ...(kind === 'intervention' ? {} : { agent_id: agentIdText }),
      ...FIELDS[kind],
    }),
  ),
);

/** The first line. */
export const eventsHeadSchema = z.strictObject({
  format: z.literal(EVENTS_FORMAT),
  version: z.literal(EVENTS_VERSION),
  engine: text,
  /** SHA-256 of the set-up, from which the run's hash starts. */
  setup: hexadecimal,
  model: text,
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
  words: z.optional(text),
});

/** The published form of a line, draft 2020-12: the first, or any other. */
export const buildEventLogJsonSchema = (): object => ({
  title: `Statescope event log, version ${EVENTS_VERSION}: a line`,
  ...z.toJSONSchema(z.union([eventsHeadSchema, eventSchema])),
});
