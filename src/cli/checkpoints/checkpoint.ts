import { createHash } from 'node:crypto';
import { InputError } from '../../engine/core/errors.ts';
import { formatQuotedText } from '../../engine/core/formatQuotedText.ts';
import { MAX_ROUNDS } from '../../engine/core/indices.ts';
import { ENGINE_VERSION } from '../../engine/core/version.ts';
import * as z from '../../engine/core/zod.ts';
import { configSchema, inputSchema, networkSchema } from '../../engine/export/documentSchema.ts';
import { hexadecimal, index, textSchema, tick } from '../../engine/export/parts.ts';
import { formatMegabytes } from '../../engine/files/textFile.ts';
import type { NetworkInfo } from '../../engine/network/networkInfo.ts';
import { DIRECTIONS, REPEAT_RULES } from '../../engine/network/reading/readingChoices.ts';
import type { Run } from '../../engine/run/run.ts';
import type { RunSnapshot } from '../../engine/run/snapshot.ts';
import type { InputInfo, Setup } from '../../engine/setup/config.ts';
import { MAX_TEXT_FILE_BYTES, readStatescopeFile } from '../files/documentFile.ts';

const CHECKPOINT_FORMAT = 'statescope-checkpoint';
/**
 * Raised when an older one could not be continued: the hash of version 1 did not start from the set-up, version 2 had
 * empty feeds as well.
 */
const CHECKPOINT_VERSION = 3;
/** Most agents in a checkpoint; each takes one to three kilobytes after 500 rounds of a social run. */
const MAX_CHECKPOINT_AGENTS = 100_000;

/** A run saved midway: its set-up and its state. */
export interface Checkpoint {
  /** The file's path. */
  readonly name: string;
  readonly setup: Setup;
  readonly network: NetworkInfo | null;
  readonly inputs: Readonly<Record<string, InputInfo>>;
  readonly run: RunSnapshot;
}

const computeTextDigest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** @throws InputError for a run that is too large to be saved, before it is played */
export function checkRunIsSavable({ config: { agents } }: Run): void {
  if (agents > MAX_CHECKPOINT_AGENTS)
    throw new InputError(
      `a checkpoint holds at most ${MAX_CHECKPOINT_AGENTS} agents, and this run has ${agents}`,
    );
}

/**
 * The file's text, without the oracle, which has to be named again.
 * @throws InputError for a run that has become too long for one text
 */
export function serializeCheckpoint(run: Run): string {
  const {
    model,
    network,
    direction,
    repeats,
    groups,
    own,
    agents,
    seed,
    preset,
    parameters,
    inputInfo,
    networkInfo,
  } = run.config;
  const setup: Setup = {
    model,
    network,
    ...(direction && { direction }),
    ...(repeats && { repeats }),
    ...(groups !== undefined && { groups }),
    ...(own && { own }),
    agents,
    seed,
    preset,
    oracle: { kind: 'policy' },
    parameters,
    changes: [],
  };
  const saved: Omit<Checkpoint, 'name'> = { setup, network: networkInfo, inputs: inputInfo, run: run.save() };
  const text = serializeWithinLimit(saved);
  if (text !== null) return text;
  throw new InputError(
    `a checkpoint of ${agents} agents after round ${run.rounds} takes more than ${formatMegabytes(MAX_TEXT_FILE_BYTES)}, which could not be read again`,
  );
}

/** Null for more than can be read, or be one text at all. */
function serializeWithinLimit(saved: object): string | null {
  let body: string;
  try {
    body = JSON.stringify(saved);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
  // The head takes less than a kilobyte.
  if (Buffer.byteLength(body) > MAX_TEXT_FILE_BYTES - 1000) return null;
  const head = {
    format: CHECKPOINT_FORMAT,
    version: CHECKPOINT_VERSION,
    engine: ENGINE_VERSION,
    sha256: computeTextDigest(body),
  };
  return `{"head": ${JSON.stringify(head)},\n"body": ${body}}\n`;
}

/**
 * @throws InputError naming the file if it is not a checkpoint, is damaged, or was written by another engine.
 */
export async function readCheckpoint(path: string): Promise<Checkpoint> {
  const text = new TextDecoder().decode(await readStatescopeFile(path));
  const { head, body, format } = parseCheckpointFile(path, text);
  if (head?.format !== CHECKPOINT_FORMAT)
    throw new InputError(
      format === 'statescope-run'
        ? `${path} is a run document, not a checkpoint: run --checkpoint writes one; run --oracle replay --answers ${path} plays the document again`
        : `${path} is not a checkpoint`,
    );
  if (head.version !== CHECKPOINT_VERSION)
    throw new InputError(
      `${path} is a checkpoint of version ${formatQuotedText(String(head.version), 20)}, and ${CHECKPOINT_VERSION} is read: replay its run document instead`,
    );
  if (head.engine !== ENGINE_VERSION)
    throw new InputError(
      `${path} was written by engine ${formatQuotedText(String(head.engine))}, but this is ${ENGINE_VERSION}; replay its run document instead`,
    );
  if (computeTextDigest(JSON.stringify(body ?? null)) !== head.sha256)
    throw new InputError(`${path} is damaged: its content does not match its SHA-256`);
  const checked = checkpointSchema.safeParse(body);
  if (!checked.success)
    throw new InputError(
      `${path} was changed or damaged: the value of ${checked.error.issues[0].path.join('.')} is not valid`,
    );
  return { ...(body as Omit<Checkpoint, 'name'>), name: path };
}

interface File {
  readonly head?: Readonly<Partial<Record<'format' | 'version' | 'engine' | 'sha256', unknown>>>;
  readonly body?: unknown;
  /** Of other files of Statescope. */
  readonly format?: unknown;
}

function parseCheckpointFile(path: string, text: string): File {
  try {
    return (JSON.parse(text) ?? {}) as File;
  } catch {
    throw new InputError(`${path} is not a checkpoint: it is not JSON, or is cut off`);
  }
}

/** @throws InputError if the user's own files are not those of the run. */
export function checkCheckpointInputs({ config }: Run, { network, inputs }: Checkpoint): void {
  const checked = [
    ...(network === null ? [] : [['network', network, config.networkInfo] as const]),
    ...Object.entries(inputs).map(([name, info]) => [name, info, config.inputInfo[name]] as const),
  ];
  for (const [name, { sha256 }, now] of checked) {
    if (now?.sha256 === sha256) continue;
    throw new InputError(
      `the ${name} of the checkpoint (fingerprint ${sha256.slice(0, 8)}) and ${now?.name} (${now?.sha256.slice(0, 8)}) differ`,
    );
  }
}

const { shape } = configSchema;
/** A name that an error may repeat. */
const name = textSchema.check(z.maxLength(200));
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
const oracle = z.looseObject({ kind: textSchema });

const machine = z.strictObject({
  timers: z.array(
    z.strictObject({
      agent: index,
      due: z.number(),
      event: z.looseObject({ name: textSchema, kind: textSchema }),
      isLoose: z.optional(z.boolean()),
    }),
  ),
  variables: z.array(z.nullable(z.array(z.tuple([textSchema], z.unknown())))),
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
  tick: tick.check(z.lte(MAX_ROUNDS)),
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
        message: textSchema,
      }),
    ),
  }),
  machine: z.optional(machine),
  population: z.record(textSchema, z.array(z.number())),
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
const checkpointSchema = z.strictObject({
  setup,
  network: z.nullable(network),
  inputs: z.record(name, inputSchema),
  run,
});
