import { checkChange } from '../../engine/checks/checkChange.ts';
import { parseParameterAssignment } from '../../engine/checks/checkParameter.ts';
import { createDefaultSetup } from '../../engine/checks/createDefaultSetup.ts';
import { refuseContradiction } from '../../engine/checks/findContradiction.ts';
import { readParameterTable } from '../../engine/checks/parameterTable.ts';
import { parseChange } from '../../engine/checks/parseChange.ts';
import { InputError } from '../../engine/core/errors.ts';
import { formatQuotedText } from '../../engine/core/formatQuotedText.ts';
import { MAX_ROUNDS } from '../../engine/core/indices.ts';
import type { ModelSpec } from '../../engine/model/model.ts';
import { FILE_NETWORK } from '../../engine/network/fileNetwork.ts';
import { NETWORK_NAMES } from '../../engine/network/loadNetwork.ts';
import type { Direction, RepeatRule } from '../../engine/network/reading/edgeReading.ts';
import type { ParameterValue, ParameterValues } from '../../engine/parameters/parameterDefinition.ts';
import type { Change, Setup } from '../../engine/setup/config.ts';
import { readCheckpoint } from '../checkpoints/checkpoint.ts';
import type { Rhythm } from '../checkpoints/checkpointFile.ts';
import type { RequestedMoment } from './moments.ts';
import {
  formatOptionName,
  type OracleFlags,
  parseOracleFlags,
  readReplayRecording,
} from './oracleOptions.ts';
import { type Paths, readOwnFiles, readUserFile } from './prepareRunInputs.ts';
import { getSpecByName, SPECS } from './specs.ts';
import { suggestName } from './suggestName.ts';

/** Options given on the command line. */
export interface Flags extends OracleFlags {
  readonly model: string;
  readonly network?: string;
  readonly direction?: Direction;
  readonly repeats?: RepeatRule;
  readonly groups?: string;
  readonly agents?: number;
  readonly rounds: number;
  readonly seed?: number;
  readonly preset?: string;
  readonly set: readonly string[];
  /** Changes as `formatChange` writes them. */
  readonly changeAt?: readonly string[];
  readonly out?: string;
  /** Paths of files of the network. */
  readonly gexf?: string;
  readonly graphml?: string;
  /** Folder of the tables, their form, and which they are. */
  readonly tables?: string;
  readonly tablesForm?: string;
  readonly tablesOf?: string;
  /** File of the model's description. */
  readonly odd?: string;
  readonly checkpoint?: string;
  readonly checkpointEvery?: Rhythm;
  readonly resume?: string;
  readonly keep?: string;
  /** Path of the event log, and whether it has prompts. */
  readonly events?: string;
  readonly eventsPrompts?: boolean;
  /** True if the run may exceed the default memory limit. */
  readonly large?: boolean;
  /** True if the output is one object. */
  readonly json?: boolean;
  readonly at?: readonly RequestedMoment[];
  readonly until?: readonly string[];
  /** Options that models declare: paths of their inputs, their switches. */
  readonly [declared: string]: unknown;
}

/** Names of all that users can bring files for, model by model. */
const OWN_INPUT_NAMES: readonly string[] = [
  ...new Set(SPECS.flatMap(({ inputs }) => inputs.map(({ name }) => name))),
];

type ParameterOptions = ParameterValues;

/** True if an option was given; false if it has its default. */
export type IsGiven = (name: string) => boolean;

/** The run to play; a recording brings its own set-up, except for the user's edge list. */
export async function parseRunOrder(flags: Flags, isGiven: IsGiven) {
  const recording = await readReplayRecording(flags);
  const paths: Paths = Object.fromEntries(OWN_INPUT_NAMES.map(name => [name, toPathList(flags[name])]));
  if (flags.resume !== undefined) return readResumedOrder(flags, flags.resume, paths, isGiven);
  const resumed = null;
  if (recording === null) {
    const setup = parseSetupFlags(flags, await readFlagsSpec(flags, paths), await readTableValues(flags));
    return { setup, paths, rounds: resolveRoundCount(setup, flags, isGiven), recording, resumed };
  }
  const { setup, network, made, files } = recording;
  const needed = [
    ...(setup.network === FILE_NETWORK ? [['network', network, 'an edge list'] as const] : []),
    ...(setup.own ?? []).map(name => [name, made[name], `a ${name} file`] as const),
  ];
  for (const [name, info, what] of needed)
    if (!isGiven(name) && files[name] === undefined)
      throw new InputError(
        `${flags.answers} was recorded on ${info?.name}, ${what} of your own (fingerprint ${info?.sha256.slice(0, 8)}); give it with --${name}`,
      );
  refuseSetupOptions('a replay: the document', isGiven);
  const rounds = isGiven('rounds') ? flags.rounds : recording.rounds;
  const played = { ...setup, network: flags.network ?? setup.network, ...listOwnInputs(flags, setup.own) };
  return { setup: played, paths, rounds, recording, resumed };
}

/** Recordings are played to their end, unless fewer rounds are requested. */
function resolveRoundCount({ model }: Setup, flags: Flags, isGiven: IsGiven): number {
  const isRecorded = SPECS.find(({ name }) => name === model)?.isRecorded === true;
  return isRecorded && !isGiven('rounds') ? MAX_ROUNDS : flags.rounds;
}

/** Files in options are read even if the run had none, so that the difference is noticed. */
function listOwnInputs(flags: Flags, had: readonly string[] = []): Pick<Setup, 'own'> {
  const own = OWN_INPUT_NAMES.filter(name => flags[name] !== undefined || had.includes(name));
  return own.length > 0 ? { own } : {};
}

/** @throws InputError for an option that would contradict the set-up that a file brings. */
function refuseSetupOptions(what: string, isGiven: IsGiven, more: readonly string[] = []): void {
  const all = [
    'model',
    'direction',
    'repeats',
    'groups',
    'agents',
    'seed',
    'preset',
    'set',
    'changeAt',
    ...SWITCHES,
    ...TABLES,
    ...more,
  ];
  const stray = all.find(isGiven);
  if (stray !== undefined)
    throw new InputError(`${formatOptionName(stray)} cannot be given to ${what} has its own set-up`);
}

async function readResumedOrder(flags: Flags, file: string, paths: Paths, isGiven: IsGiven) {
  const resumed = await readCheckpoint(file);
  const isOwnNetwork = resumed.setup.network === FILE_NETWORK;
  refuseSetupOptions('a saved run: it', isGiven, isOwnNetwork ? [] : ['network']);
  const oracle = parseOracleFlags(flags);
  if (oracle.kind === 'replay')
    throw new InputError('--resume continues a run and --oracle replay repeats one: give one of them');
  const owned = [...(isOwnNetwork ? (['network'] as const) : []), ...(resumed.setup.own ?? [])];
  for (const name of owned)
    if (!isGiven(name))
      throw new InputError(`${file} was saved with your own ${name}; give it with --${name}`);
  const { tick } = resumed.run;
  const rounds = resolveRoundCount(resumed.setup, flags, isGiven);
  if (rounds < tick)
    throw new InputError(`${file} was saved after round ${tick}, but --rounds is only ${rounds}`);
  const network = flags.network ?? resumed.setup.network;
  const setup = { ...resumed.setup, network, ...listOwnInputs(flags, resumed.setup.own), oracle };
  return { setup, paths, rounds, recording: null, resumed };
}

/** Values of a table that is given as a file. @throws InputError for a file that cannot be read, and for a model without it */
async function readTableValues(flags: Flags): Promise<ParameterOptions> {
  const model = getSpecByName(flags.model);
  const given = TABLES.find(name => flags[name] !== undefined);
  if (given === undefined) return {};
  const { table } = model;
  if (table?.name !== given) throw new InputError(`model ${model.name} has no ${given}`);
  const file = await readUserFile(given, String(flags[given]));
  return readParameterTable(file, { ...model, table });
}

/** The model with the parameters that the preset or files in options declare. @throws InputError for a file that cannot be read */
async function readFlagsSpec(flags: Flags, paths: Paths): Promise<ModelSpec> {
  const spec = getSpecByName(flags.model);
  if (spec.addDeclared === undefined) return spec;
  const { preset = spec.defaults.preset } = flags;
  return spec.addDeclared(spec, { preset, ...listOwnInputs(flags) }, await readOwnFiles(spec.inputs, paths));
}

/**
 * @param model with the parameters that its preset or files declare
 * @param tabled values of a table, which those of `--set` come before. @throws InputError for what the model does not have.
 */
function parseSetupFlags(flags: Flags, model: ModelSpec, tabled: ParameterOptions = {}): Setup {
  const switches = SWITCHES.flatMap(name => {
    const value = toOptionText(flags[name]);
    return value === undefined ? [] : [`${name}=${parseSwitchValue(name, value)}`];
  });
  const { parameters, changes } = parseAssignments([...flags.set, ...switches], model);
  const standard = createDefaultSetup(model);
  if (flags.network !== undefined && !model.usesNetwork)
    throw new InputError(`model ${model.name} takes no network, but --network is ${flags.network}`);
  const network = flags.network ?? standard.network;
  const reading = (['direction', 'repeats', 'groups'] as const).find(name => flags[name] !== undefined);
  if (reading !== undefined && (!model.usesNetwork || NETWORK_NAMES.includes(network)))
    throw new InputError(
      `--${reading} says how a network of your own is read: give that with --network, not "${network}"`,
    );
  const stray = CHOICE_FLAGS.find(name => flags[name] === true || flags[name] === 'letter');
  if (stray !== undefined && model.asks === 'texts')
    throw new InputError(
      `${formatOptionName(stray)} is about choices, but model ${model.name} asks for texts`,
    );
  const given = {
    parameters: { ...tabled, ...parameters },
    changes: [...changes, ...(flags.changeAt ?? []).map(text => parseChange(text, model))],
  };
  refuseContradiction(model.parameters, given);
  return {
    ...standard,
    ...given,
    network,
    ...(flags.direction && { direction: flags.direction }),
    ...(flags.repeats && { repeats: flags.repeats }),
    ...(flags.groups !== undefined && { groups: flags.groups }),
    agents: flags.agents ?? null,
    ...listOwnInputs(flags),
    seed: flags.seed ?? standard.seed,
    preset: flags.preset ?? standard.preset,
    oracle: parseOracleFlags(flags),
  };
}

const CHOICE_FLAGS = ['perArchetype', 'texts', 'form'] as const;

/** Parameters that have an option of their own. */
const SWITCHES: readonly string[] = SPECS.flatMap(({ parameters }) =>
  parameters.filter(({ flag }) => flag).map(({ name }) => name),
);

/** Options that bring a table of parameters. */
const TABLES: readonly string[] = SPECS.flatMap(({ table }) => (table === undefined ? [] : [table.name]));

function parseSwitchValue(name: string, text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new InputError(`--${name} must be on or off, not ${text}`);
  return text === 'on';
}

const toPathList = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : undefined;

const toOptionText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** `name=value`, and `name=value@round`. */
function parseAssignments(texts: readonly string[], model: ModelSpec) {
  const parameters: Record<string, ParameterValue> = {};
  const changes: Change[] = [];
  for (const text of texts) {
    const at = text.lastIndexOf('@');
    const assignment = at < 0 ? text : text.slice(0, at);
    const known = model.parameters.map(parameter => parameter.name);
    const [wanted] = assignment.split('=');
    if (!known.includes(wanted))
      throw new InputError(
        `parameter "${formatQuotedText(wanted)}" is unknown to model ${model.name}${suggestName(wanted, known) || listDeclaredNames(model) || `; run --model ${model.name} --help lists them`}`,
      );
    const { name, value } = parseParameterAssignment(assignment, model);
    if (at < 0) parameters[name] = value;
    else {
      const round = text.slice(at + 1);
      if (!/^-?\d+$/.test(round))
        throw new InputError(`--set ${text}: after @ stands a round, such as ${name}=${value}@12`);
      const change = { tick: Number(round), name, value };
      checkChange(model, change);
      changes.push(change);
    }
  }
  return { parameters, changes };
}

/** `; its chart declares push (0 to 1)`, before the list of those of the model; empty if it declares none. */
function listDeclaredNames({ name: model, parameters }: ModelSpec): string {
  const declared = parameters.filter(one => one.declared);
  if (declared.length === 0) return '';
  const names = declared.map(({ name, min, max }) => `${name} (${min} to ${max})`).join(', ');
  return `; its chart declares ${names}; run --model ${model} --help lists the others`;
}

/** The folder that the run is saved in; null for none. @throws InputError if the run belongs to another file */
export function getSaveFolder({ keep, resume, oracle }: Flags): string | null {
  if (keep === undefined) return null;
  if (resume !== undefined) throw new InputError('--keep and --resume both restore a run: give one of them');
  if (oracle === 'replay')
    throw new InputError('--keep is for a run whose answers are new; a replay has its document');
  return keep;
}

/** The key for servers; null for none. */
export const readServerKey = (): string | null => process.env.STATESCOPE_API_KEY || null;
