import {
  type Files,
  type InputInfo,
  OWN_INPUTS,
  type OwnInput,
  type ParameterValue,
  type Setup,
} from '../engine/config.ts';
import { InputError } from '../engine/errors.ts';
import { measurementSchema } from '../engine/export/parts.ts';
import { configSchema, type DocumentConfig, documentHead } from '../engine/export/schema.ts';
import { agentId, type Tick } from '../engine/indices.ts';
import { HANDBOOK } from '../engine/models/governed/given/corpus.ts';
import { BUILT_IN_MISSIONS } from '../engine/models/governed/given/missions.ts';
import { type GovernedDecision, governedDecision } from '../engine/models/governed/schema.ts';
import { modelNamed } from '../engine/models/index.ts';
import { type LibrarianDecision, librarianDecision } from '../engine/models/librarian/schema.ts';
import { BUILT_IN_TASKS } from '../engine/models/librarian/words.ts';
import { socialDecision } from '../engine/models/social/schema.ts';
import { type WorkflowDecision, workflowDecision, workflowLine } from '../engine/models/workflow/schema.ts';
import { EXAMPLE_DIGESTS, type Example } from '../engine/models/workflow/words.ts';
import { FILE_NETWORK, NETWORK_NAMES } from '../engine/network/load.ts';
import type { EarlierOracle, Evidence, OracleRecord, Source } from '../engine/oracle.ts';
import { NO_NETWORK } from '../engine/setup.ts';
import { DOCUMENT_VERSION, ENGINE_VERSION } from '../engine/version.ts';
import * as z from '../engine/zod.ts';
import { type RecordedLimits, recordedLimits } from './modelRecord.ts';

/** Documents that are read. The hash of version 1 held digests of 32 bits where agents answer in texts. */
const VERSIONS = [1, DOCUMENT_VERSION] as const;

/** Bytes; a longer text is more than a string can hold. */
export const LARGEST_RECORDING = 500_000_000;

export interface RecordedDecision {
  readonly source: Source;
  readonly action: string | null;
  /** By option. */
  readonly probabilities: Readonly<Record<string, number>> | null;
  readonly text?: string | undefined;
  readonly reason?: string | undefined;
  /** What a completion said. */
  readonly answer?: string;
  /** Whether it failed for what a model said, and not because nothing came. */
  readonly said?: boolean;
  readonly evidence: Evidence;
  /** What clock and counters said, of an answer for which a server was asked. */
  readonly measured: Evidence;
}

/** A run document, read for its answers. */
export interface Recording {
  readonly setup: Setup;
  readonly network: DocumentConfig['network'];
  /** What else it was made from. */
  readonly made: Readonly<Partial<Pick<DocumentConfig, OwnInput>>>;
  /** What of it the document holds itself; the rest has to be brought. */
  readonly files: Files;
  readonly rounds: number;
  readonly hash: string;
  /** Whether that is made by the rule of today; by an older one the same run has another hash. */
  readonly isHashOfToday: boolean;
  /** Who gave the answers. */
  readonly oracle: OracleRecord;
  /** Who gave them before, each up to a round. */
  readonly earlier: readonly EarlierOracle[];
  /** Of the model that gave them; null where none did. */
  readonly limits: RecordedLimits | null;
  /** What the user should know about it. */
  readonly notes: readonly string[];
  decision(tick: Tick, agent: number): RecordedDecision | undefined;
}

const head = z.object({
  ...documentHead,
  version: z.literal(VERSIONS),
  config: configSchema,
  workflow: z.optional(z.array(workflowLine)),
  decisions: z.array(z.unknown()),
  measurements: z.optional(z.array(z.unknown())),
});

/** @throws InputError, naming the place, for what is no run document. */
export function readRecording(name: string, bytes: Uint8Array): Recording {
  if (bytes.length > LARGEST_RECORDING)
    throw new InputError(`${name} is larger than ${LARGEST_RECORDING / 1e6} MB`);
  const document = checkedVersion(name, jsonOf(name, bytes));
  const { version, config, hash, engine, workflow, decisions, measurements } = parsed(
    name,
    head,
    document,
    '',
  );
  const byTick = decisionsByTick(name, config.model, decisions, measuredBy(name, measurements ?? []));
  const isHashOfToday = version === DOCUMENT_VERSION || modelNamed(config.model).asks === 'choices';
  const oracle = config.oracle.kind === 'replay' ? config.oracle.recorded : config.oracle;
  return {
    setup: setupOf(config),
    network: config.network,
    made: Object.fromEntries(OWN_INPUTS.flatMap(name => (config[name] ? [[name, config[name]]] : []))),
    files: filesOf(config, workflow),
    rounds: config.rounds,
    hash,
    isHashOfToday,
    oracle,
    earlier: earlierOf(config),
    limits: 'limits' in oracle ? recordedLimits(oracle) : null,
    notes: isHashOfToday
      ? engineNotes(name, engine)
      : [
          `${name} has version ${version}: its answers are played again, and its hash, made by an older rule, cannot be compared`,
        ],
    decision: (tick, agent) => byTick.get(tick)?.get(agent),
  };
}

const engineNotes = (name: string, engine: string): readonly string[] =>
  engine === ENGINE_VERSION
    ? []
    : [`${name} was recorded by engine ${engine}; this is ${ENGINE_VERSION}, and may play another run`];

/** @throws InputError for a run document of a version that is not read here */
function checkedVersion(name: string, document: unknown): unknown {
  const { format, version } = (document ?? {}) as { readonly format?: unknown; readonly version?: unknown };
  const isKnown = VERSIONS.some(known => known === version);
  if (format === 'statescope-run' && typeof version === 'number' && !isKnown)
    throw new InputError(
      `${name} is a run document of version ${version}; Statescope ${ENGINE_VERSION} reads versions ${VERSIONS.join(' and ')}`,
    );
  return document;
}

/** A text is kept whole, so that it can be played again by itself. */
function filesOf(config: DocumentConfig, lines: readonly { readonly text: string }[] | undefined): Files {
  const { workflow } = config;
  if (workflow === undefined || lines === undefined || isBundled('workflow', workflow, config)) return {};
  const text = lines.map(line => line.text).join('\n');
  return { workflow: [{ name: workflow.name, bytes: new TextEncoder().encode(text) }] };
}

/** Of a replay: those of the run that it repeats. */
const earlierOf = ({ oracle, earlier_oracles }: DocumentConfig): readonly EarlierOracle[] =>
  (oracle.kind === 'replay' ? oracle.earlier : earlier_oracles) ?? [];

function jsonOf(name: string, bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InputError(`${name} is not a text in UTF-8`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InputError(`${name} is not JSON: ${(error as Error).message.split('\n')[0]}`);
  }
}

function parsed<Schema extends z.ZodMiniType>(name: string, schema: Schema, value: unknown, place: string) {
  const result = schema.safeParse(value);
  if (result.success) return result.data as z.infer<Schema>;
  const { path, message } = result.error.issues[0];
  const at = [place, ...path.map(String)].filter(part => part !== '').join('.');
  throw new InputError(`${name} is not a run document${at === '' ? '' : ` at ${at}`}: ${message}`);
}

/** By agent and tick. */
function measuredBy(name: string, rows: readonly unknown[]): ReadonlyMap<string, Evidence> {
  const measured = new Map<string, Evidence>();
  for (const [i, row] of rows.entries()) {
    const m = parsed(name, measurementSchema, row, `measurements.${i}`);
    measured.set(`${m.agent_id} ${m.tick}`, {
      milliseconds: m.milliseconds,
      tokensIn: m.tokens_in,
      tokensOut: m.tokens_out,
      tries: m.tries,
    });
  }
  return measured;
}

type Row = { readonly agent_id: string; readonly tick: Tick; readonly decision: Unmeasured | null };
type Unmeasured = Omit<RecordedDecision, 'measured'>;

/** How the rows of each model's decisions are read. */
const READERS: Readonly<Record<string, (name: string, row: unknown, place: string) => Row>> = {
  social(name, row, place) {
    const { agent_id, tick, ...rest } = parsed(name, socialDecision, row, place);
    return { agent_id, tick, decision: choiceOf(rest) };
  },
  governed(name, row, place) {
    const { agent_id, tick, ...rest } = parsed(name, governedDecision, row, place);
    return { agent_id, tick, decision: completionOf({ ...rest, why: rest.refused }) };
  },
  librarian(name, row, place) {
    const { agent_id, tick, ...rest } = parsed(name, librarianDecision, row, place);
    return { agent_id, tick, decision: completionOf({ ...rest, why: rest.error }) };
  },
  workflow(name, row, place) {
    const { agent_id, tick, ...rest } = parsed(name, workflowDecision, row, place);
    const { outcome, failure, result } = rest;
    const why = outcome === 'done' ? null : result;
    return { agent_id, tick, decision: completionOf({ ...rest, kind: failure ?? outcome, why }) };
  },
};

function decisionsByTick(
  name: string,
  model: string,
  rows: readonly unknown[],
  measured: ReadonlyMap<string, Evidence>,
) {
  const read = READERS[modelNamed(model).name];
  const byTick = new Map<Tick, Map<number, RecordedDecision>>();
  for (const [i, row] of rows.entries()) {
    const { agent_id, tick, decision } = read(name, row, `decisions.${i}`);
    if (tick <= 0 || decision === null) continue;
    const agent = Number(agent_id.slice('agent_'.length)) - 1;
    const agents = byTick.get(tick) ?? new Map<number, RecordedDecision>();
    byTick.set(tick, agents);
    if (agents.has(agent))
      throw new InputError(`${name}: two answers for ${agentId(agent)} in round ${tick} (decisions.${i})`);
    agents.set(agent, { ...decision, measured: measured.get(`${agent_id} ${tick}`) ?? {} });
  }
  return byTick;
}

/** What the policy's formula gives is not kept: it can be computed again. */
function choiceOf(row: Omit<z.infer<typeof socialDecision>, 'agent_id' | 'tick'>): Unmeasured {
  const { source, action, probabilities, text, reason } = row;
  const computed = source === 'policy' || source === 'budget';
  const { model, prompt_version, form, texts, raw, letter_mass, archetype_probabilities } = row;
  return {
    source,
    action,
    probabilities: computed ? null : probabilities,
    ...(text !== undefined && { text }),
    ...(reason !== undefined && { reason }),
    evidence: {
      ...(model !== undefined && { model }),
      ...(prompt_version !== undefined && { promptVersion: prompt_version }),
      ...(form !== undefined && { form }),
      ...(texts !== undefined && { texts }),
      ...(raw !== undefined && { raw }),
      ...(letter_mass !== undefined && { mass: letter_mass }),
      ...(archetype_probabilities && { shared: Object.values(archetype_probabilities) }),
    },
  };
}

/** What the rows of all models say of a completion. */
interface Completed
  extends Pick<
    GovernedDecision | LibrarianDecision | WorkflowDecision,
    'source' | 'answer' | 'model' | 'prompt_version' | 'raw'
  > {
  readonly kind: string;
  /** Why it failed. */
  readonly why: string | null;
}

/** Null for what the chart did by itself. */
function completionOf(row: Completed): Unmeasured | null {
  const { kind, source, answer, why, model, prompt_version, raw } = row;
  if (source === 'chart') return null;
  return {
    source,
    action: null,
    probabilities: null,
    ...(answer !== null && { answer }),
    ...(why !== null && { reason: why }),
    ...(kind === 'unreadable' && { said: true }),
    evidence: {
      ...(model !== undefined && { model }),
      ...(prompt_version !== undefined && { promptVersion: prompt_version }),
      ...(raw !== undefined && { raw }),
    },
  };
}

/** The set-up that a document's run was opened with; its oracle is the recording. */
function setupOf(config: DocumentConfig): Setup {
  const model = modelNamed(config.model);
  const parameters: Record<string, ParameterValue> = {};
  for (const [name, value] of Object.entries(config.parameters)) {
    const definition = model.parameters.find(p => p.name === name);
    // A configuration of the user's would speak before a preset.
    if (config.config !== undefined || definition?.defaults[config.preset] !== value)
      parameters[name] = value;
  }
  return {
    model: config.model,
    network: networkOf(config.network),
    ...ownOf(config),
    agents: config.agents,
    seed: config.seed,
    preset: config.preset,
    oracle: { kind: 'replay' },
    parameters,
    changes: config.changes,
  };
}

function networkOf(network: DocumentConfig['network']): string {
  if (network === null) return NO_NETWORK;
  return NETWORK_NAMES.includes(network.name) ? network.name : FILE_NETWORK;
}

/** What is not bundled was the user's. */
function ownOf(config: DocumentConfig): Pick<Setup, 'own'> {
  const own = OWN_INPUTS.filter(name => config[name] !== undefined && !isBundled(name, config[name], config));
  return own.length > 0 ? { own } : {};
}

/** Names of the bundled ones are none that files of these inputs can have. */
const BUNDLED: Readonly<Partial<Record<OwnInput, string>>> = { corpus: HANDBOOK, source: BUILT_IN_TASKS };

function isBundled(input: OwnInput, { name, sha256 }: InputInfo, { preset }: DocumentConfig): boolean {
  if (input === 'missions') return sha256 === BUILT_IN_MISSIONS.sha256;
  // The text of another preset than the run's was brought by the user.
  if (input === 'workflow') return sha256 === EXAMPLE_DIGESTS[preset as Example];
  return name === BUNDLED[input];
}
