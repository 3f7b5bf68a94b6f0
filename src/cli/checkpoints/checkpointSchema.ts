import { MOST_ROUNDS } from '../../engine/core/indices.ts';
import * as z from '../../engine/core/zod.ts';
import { configSchema, inputSchema, networkSchema } from '../../engine/export/documentSchema.ts';
import { hexadecimal, index, text, tick } from '../../engine/export/parts.ts';
import { DIRECTIONS, REPEAT_RULES } from '../../engine/network/reading/readingChoices.ts';

const { shape } = configSchema;
/** A name that an error may repeat. */
const name = text.check(z.maxLength(200));
const setup = z.strictObject({
  model: name,
  network: name,
  direction: z.optional(z.enum(DIRECTIONS)),
  repeats: z.optional(z.enum(REPEAT_RULES)),
  groups: z.optional(name),
  own: z.optional(z.array(name)),
  agents: index,
  seed: shape.seed,
  preset: name,
  oracle: z.strictObject({ kind: z.literal('policy') }),
  parameters: shape.parameters,
  changes: shape.changes,
});

/** A network as a run knows it; of an edge list it has the reading as well. */
const network = z.looseObject(
  z.omit(networkSchema, { direction: true, repeats: true, groups: true, weights: true }).shape,
);
const oracle = z.looseObject({ kind: text });

const machine = z.strictObject({
  timers: z.array(
    z.strictObject({
      agent: index,
      due: z.number(),
      event: z.looseObject({ name: text, kind: text }),
      isLoose: z.optional(z.boolean()),
    }),
  ),
  variables: z.array(z.nullable(z.array(z.tuple([text], z.unknown())))),
  table: z.strictObject({
    configurations: z.array(
      z.strictObject({
        active: z.array(index),
        memory: z.array(z.nullable(z.array(index))),
        order: z.optional(z.array(index)),
      }),
    ),
    steps: z.array(z.strictObject({ from: index, enabled: z.array(z.tuple([index, index])) })),
  }),
});

const run = z.strictObject({
  tick: tick.check(z.lte(MOST_ROUNDS)),
  changes: shape.changes,
  oracle,
  earlier: z.array(z.strictObject({ until: tick, oracle })),
  isHandedOver: z.boolean(),
  failures: z.strictObject({
    count: index,
    kept: z.array(
      z.strictObject({
        kind: z.enum(['guard', 'action']),
        agent: index,
        transition: index,
        tick,
        message: text,
      }),
    ),
  }),
  machine: z.optional(machine),
  population: z.record(text, z.array(z.number())),
  log: z.strictObject({
    chain: hexadecimal,
    tickStart: z.array(index),
    agent: z.array(index),
    transition: z.array(index),
    context: z.array(index),
  }),
  counts: z.array(index),
  flows: z.array(index),
  series: z.array(z.number()),
  model: z.looseObject({}),
});

/** The body of a checkpoint, but for what only its model knows. */
export const checkpointSchema = z.strictObject({
  setup,
  network: z.nullable(network),
  inputs: z.record(name, inputSchema),
  run,
});
