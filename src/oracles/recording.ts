import type { Files, InputInfo, ParameterValue, Setup } from '../engine/config.ts';
import { NO_NETWORK } from '../engine/defaultSetup.ts';
import { InputError } from '../engine/errors.ts';
import type { DocumentPart, Parse, RecordedAnswer } from '../engine/export/documentPart.ts';
import {
  configSchema,
  type DocumentConfig,
  documentHead,
  inputSchema,
} from '../engine/export/documentSchema.ts';
import { measurementSchema } from '../engine/export/parts.ts';
import type { HashRule } from '../engine/hashRule.ts';
import { agentId, MOST_ROUNDS, type Tick } from '../engine/indices.ts';
import type { ModelSpec } from '../engine/model.ts';
import { modelNamed } from '../engine/models/index.ts';
import { FILE_NETWORK, NETWORK_NAMES } from '../engine/network/load.ts';
import type { EarlierOracle, Evidence, OracleRecord } from '../engine/oracle.ts';
import { shown } from '../engine/shown.ts';
import { placeOf, plainText, type Reads } from '../engine/textFile.ts';
import { DOCUMENT_VERSION, ENGINE_VERSION } from '../engine/version.ts';
import * as z from '../engine/zod.ts';
import { type RecordedLimits, recordedLimits } from './modelRecord.ts';
import { shortened } from './reading.ts';

/**
 * Document versions that are read. The hash of version 1 held digests of 32 bits where agents answer in
 * texts; that of version 2 did not start from the set-up.
 */
const VERSIONS = [1, 2, DOCUMENT_VERSION] as const;

/** Most bytes of a document: a string cannot hold a longer text. */
const LARGEST_RECORDING = 500_000_000;

/** UTF-16 units of what a document tells about an answer: a model's reply, its name, why it could not be used. */
const LONGEST_TOLD = 2_000;

/** A recorded answer with its measurements, where a server was asked. */
export interface RecordedDecision extends RecordedAnswer {
  readonly measured: Evidence;
}

/** A run document as read for its answers. */
export interface Recording {
  readonly setup: Setup;
  readonly network: DocumentConfig['network'];
  /** Its other inputs, by name. */
  readonly made: Readonly<Record<string, InputInfo>>;
  /** Inputs that the document itself holds; the rest must be supplied. */
  readonly files: Files;
  readonly rounds: number;
  readonly hash: string;
  /** Under an older rule the same run has another hash. */
  readonly hashRule: HashRule;
  /** The oracle that gave the answers. */
  readonly oracle: OracleRecord;
  /** Whether the document is that of a replay, of these answers. */
  readonly isReplay: boolean;
  /** Earlier oracles, each up to a round. */
  readonly earlier: readonly EarlierOracle[];
  /** Limits of the model that gave them; null where none did. */
  readonly limits: RecordedLimits | null;
  /** Remarks for the user. */
  readonly notes: readonly string[];
  decision(tick: Tick, agent: number): RecordedDecision | undefined;
}

const head = z.object({
  ...documentHead,
  version: z.literal(VERSIONS),
  config: configSchema,
  decisions: z.array(z.unknown()),
  measurements: z.optional(z.array(z.unknown())),
});

/** @throws InputError, naming the place, for anything but a run document. */
export async function readRecording(name: string, bytes: Uint8Array): Promise<Recording> {
  if (bytes.length > LARGEST_RECORDING)
    throw new InputError(`${name} is larger than ${LARGEST_RECORDING / 1e6} MB`);
  const document = jsonOf(name, bytes);
  checkFormat(name, document);
  checkVersion(name, document);
  const { version, config, hash, engine, decisions, measurements } = parserAt(name, '')(head, document);
  if (config.rounds > MOST_ROUNDS)
    throw new InputError(`${name}: config.rounds is ${config.rounds}; at most ${MOST_ROUNDS} are played`);
  const entry = modelNamed(config.model);
  const [spec, part] = await Promise.all([entry.spec(), entry.record()]);
  const made = inputsOf(name, spec, config);
  const own = Object.keys(made).filter(input => !part.isBundled(input, made[input], config.preset));
  const hashRule = ruleOf(version, part);
  const oracle = config.oracle.kind === 'replay' ? config.oracle.recorded : config.oracle;
  const held = part.filesIn?.(parserAt(name, ''), document as object) ?? {};
  const byTick = decisionsByTick(name, part, decisions, measuredBy(name, measurements ?? []));
  return {
    setup: setupOf(config, spec, own),
    network: config.network,
    made,
    files: Object.fromEntries(Object.entries(held).filter(([input]) => own.includes(input))),
    rounds: config.rounds,
    hash,
    hashRule,
    oracle,
    isReplay: config.oracle.kind === 'replay',
    earlier: earlierOf(config),
    limits: 'limits' in oracle ? recordedLimits(oracle) : null,
    notes:
      hashRule === 'lost'
        ? [
            `${name} has version ${version}: its answers are replayed, but its hash follows an older rule and cannot be compared`,
          ]
        : engineNotes(name, engine),
    decision: (tick, agent) => byTick.get(tick)?.get(agent),
  };
}

function ruleOf(version: number, { hashedSince }: DocumentPart): HashRule {
  if (version >= DOCUMENT_VERSION) return 'today';
  return version >= hashedSince ? 'zeros' : 'lost';
}

/** What the document says of the model's inputs, by name. */
function inputsOf(name: string, { inputs }: ModelSpec, config: DocumentConfig): Recording['made'] {
  const parse = (input: string) =>
    [input, parserAt(name, `config.${input}`)(inputSchema, config[input])] as const;
  return Object.fromEntries(
    inputs.flatMap(input => (config[input.name] === undefined ? [] : [parse(input.name)])),
  );
}

const engineNotes = (name: string, engine: string): readonly string[] =>
  engine === ENGINE_VERSION
    ? []
    : [
        `${name} was recorded by engine ${shown(engine)}; this is ${ENGINE_VERSION}, which may play a different run`,
      ];

/** @throws InputError for a run document of an unsupported version */
function checkVersion(name: string, document: unknown): void {
  const { version } = document as { readonly version?: unknown };
  const isKnown = VERSIONS.some(known => known === version);
  if (typeof version === 'number' && !isKnown)
    throw new InputError(
      `${name} is a run document of version ${version}; Statescope ${ENGINE_VERSION} reads versions ${VERSIONS[0]} to ${DOCUMENT_VERSION}`,
    );
}

/** Earlier oracles; for a replay, those of the run that it repeats. */
const earlierOf = ({ oracle, earlier_oracles }: DocumentConfig): readonly EarlierOracle[] =>
  (oracle.kind === 'replay' ? oracle.earlier : earlier_oracles) ?? [];

/** Reading of a run document. */
const RUN: Reads = {
  forms: ['run', 'json'],
  words: 'a run document, which Export on the page and --out on the command line write',
};

function jsonOf(name: string, bytes: Uint8Array): unknown {
  const text = plainText(name, bytes, RUN);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InputError(`${name} is not JSON${placeOf(error, text)}: it was cut off or changed`);
  }
}

/** A value of the user's, on one line. */
const json = (value: unknown): string => shown(JSON.stringify(value) ?? 'nothing', 60);

/** @throws InputError for JSON that has nothing of a run document */
function checkFormat(name: string, document: unknown): void {
  const { format } = (document ?? {}) as { readonly format?: unknown };
  if (format === 'statescope-run') return;
  const isObject = typeof document === 'object' && document !== null && !Array.isArray(document);
  const what = isObject ? `an object with ${listed(Object.keys(document))}` : json(document);
  throw new InputError(`${name} is not a run document: it is JSON, ${what}. What is read here: ${RUN.words}`);
}

function listed(fields: readonly string[]): string {
  const names = fields.slice(0, 4).map(field => shown(field, 30));
  return names.length === 0 ? 'nothing in it' : names.join(', ') + (fields.length > 4 ? ' …' : '');
}

/** Parses the value at a place in the document. @throws InputError naming the file and the place. */
const parserAt =
  (name: string, place: string): Parse =>
  (schema, value) => {
    const result = schema.safeParse(value);
    if (result.success) return result.data as z.infer<typeof schema>;
    const { path } = result.error.issues[0];
    const at = [place, ...path.map(String)].filter(part => part !== '').join('.');
    throw new InputError(
      `${name} was changed or damaged: ${json(valueAt(value, path))} cannot stand at ${shown(at)}`,
    );
  };

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((part, key) => (part as Record<PropertyKey, unknown> | null | undefined)?.[key], value);

/** Measurements by agent and tick. */
function measuredBy(name: string, rows: readonly unknown[]): ReadonlyMap<string, Evidence> {
  const measured = new Map<string, Evidence>();
  for (const [i, row] of rows.entries()) {
    const m = parserAt(name, `measurements.${i}`)(measurementSchema, row);
    measured.set(`${m.agent_id} ${m.tick}`, {
      milliseconds: m.milliseconds,
      tokensIn: m.tokens_in,
      tokensOut: m.tokens_out,
      tries: m.tries,
    });
  }
  return measured;
}

function decisionsByTick(
  name: string,
  part: DocumentPart,
  rows: readonly unknown[],
  measured: ReadonlyMap<string, Evidence>,
) {
  const byTick = new Map<Tick, Map<number, RecordedDecision>>();
  for (const [i, row] of rows.entries()) {
    const { agent_id, tick, decision: read } = part.readDecision(parserAt(name, `decisions.${i}`), row);
    if (tick <= 0 || read === null) continue;
    const decision = shortly(read);
    const agent = Number(agent_id.slice('agent_'.length)) - 1;
    const agents = byTick.get(tick) ?? new Map<number, RecordedDecision>();
    byTick.set(tick, agents);
    if (agents.has(agent))
      throw new InputError(`${name}: two answers for ${agentId(agent)} in round ${tick} (decisions.${i})`);
    agents.set(agent, { ...decision, measured: measured.get(`${agent_id} ${tick}`) ?? {} });
  }
  return byTick;
}

/** An answer whose surroundings are as long as we write them: they are shown, and nothing follows from them. */
function shortly({ reason, evidence, ...answer }: RecordedAnswer): RecordedAnswer {
  const { raw, model, ...rest } = evidence;
  return {
    ...answer,
    ...(reason !== undefined && { reason: shortened(reason, LONGEST_TOLD) }),
    evidence: {
      ...rest,
      ...(raw !== undefined && { raw: shortened(raw, LONGEST_TOLD) }),
      ...(model !== undefined && { model: shortened(model, LONGEST_TOLD) }),
    },
  };
}

/** The set-up that a document's run was opened with; its oracle is the recording. */
function setupOf(config: DocumentConfig, model: ModelSpec, own: readonly string[]): Setup {
  const parameters: Record<string, ParameterValue> = {};
  for (const { name, absent } of model.parameters)
    if (absent !== undefined && !Object.hasOwn(config.parameters, name)) parameters[name] = absent;
  for (const [name, value] of Object.entries(config.parameters)) {
    const definition = model.parameters.find(p => p.name === name);
    // A user's configuration would take precedence over a preset.
    if (config.config !== undefined || definition?.defaults[config.preset] !== value)
      parameters[name] = value;
  }
  return {
    model: config.model,
    ...networkOf(config.network),
    ...(own.length > 0 && { own }),
    agents: config.agents,
    seed: config.seed,
    preset: config.preset,
    oracle: { kind: 'replay' },
    parameters,
    changes: config.changes,
  };
}

/** Documents that do not tell the direction of an edge list are older than the choice. */
function networkOf(network: DocumentConfig['network']): Pick<Setup, 'network' | 'direction'> {
  if (network === null) return { network: NO_NETWORK };
  if (NETWORK_NAMES.includes(network.name)) return { network: network.name };
  return { network: FILE_NETWORK, direction: network.direction ?? 'followed' };
}
