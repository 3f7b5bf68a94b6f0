import { createDefaultSetup } from '../engine/checks/createDefaultSetup.ts';
import { checkOptions, describeUnknownName, describeValue } from '../engine/core/checkOptions.ts';
import { InputError } from '../engine/core/errors.ts';
import type { Files } from '../engine/files/namedFile.ts';
import type { ModelSpec } from '../engine/model/model.ts';
import { getAgentModelEntry, MODELS } from '../engine/models/index.ts';
import { FILE_NETWORK } from '../engine/network/fileNetwork.ts';
import type { Change, Setup } from '../engine/setup/config.ts';

/** Names of the agent models; the first is the default. */
export const MODEL_NAMES: readonly string[] = MODELS.map(({ name }) => name);

/** Set-up of a run; parts left out take the model's default. */
export type RunSetup = Partial<Setup>;

/** Network of models without one. */
const NO_NETWORK = 'none';

/** Names of all parts of a set-up. */
const PARTS: Readonly<Record<keyof Setup, true>> = {
  ...{ model: true, network: true, direction: true, repeats: true, groups: true, own: true, agents: true },
  ...{ seed: true, preset: true, oracle: true, parameters: true, changes: true, branchOf: true },
};

/**
 * A set-up with the defaults of its model.
 * @param files the user's own, by input: the set-up is on them
 * @throws InputError for a model or a part that is unknown, or of another kind, and for files that the run would not read
 */
export async function completeSetup(given: RunSetup, files: Files = {}): Promise<Setup> {
  checkOptions(given, 'a set-up', Object.keys(PARTS));
  const setup: RunSetup = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  );
  checkParts(setup);
  const spec = await getAgentModelEntry(setup.model ?? MODEL_NAMES[0]).spec();
  const read = { ...createDefaultSetup(spec), ...setup, ...readFromFiles(spec, setup, files) };
  const { parameters = {} } = setup;
  if (Object.keys(parameters).length > 0)
    checkParameters((await spec.addDeclared?.(spec, read, files)) ?? spec, parameters);
  return read;
}

/** The parts of a set-up by which the user's files are read. @throws InputError for files that would not be */
function readFromFiles(spec: ModelSpec, setup: RunSetup, files: Files): Pick<RunSetup, 'network' | 'own'> {
  const { name: model, inputs, defaults } = spec;
  const given = Object.keys(files).filter(name => files[name]?.length);
  const names = inputs.map(input => input.name);
  const known = defaults.network === NO_NETWORK ? names : ['network', ...names];
  const unknown = given.find(name => !known.includes(name));
  if (unknown !== undefined)
    throw new InputError(
      `files has "${unknown}", which model ${model} does not read; ${known.length === 0 ? 'it reads none' : describeUnknownName(unknown, known)}`,
    );
  const { network = FILE_NETWORK, own = given.filter(name => name !== 'network') } = setup;
  if (given.includes('network') && network !== FILE_NETWORK)
    throw new InputError(
      `files has a network, and the set-up is on ${describeValue(network)}: leave its network out, or name it "${FILE_NETWORK}"`,
    );
  const unread = given.find(name => name !== 'network' && !own.includes(name));
  if (unread !== undefined)
    throw new InputError(
      `files has "${unread}", which own of the set-up does not name: leave own out, or add it`,
    );
  return {
    ...(given.includes('network') && { network }),
    ...(own.length > 0 && { own }),
  };
}

/** Names, and values of another type than their parameter's: ranges are checked when the run is made. */
function checkParameters({ name: model, parameters }: ModelSpec, given: Setup['parameters']): void {
  for (const [name, value] of Object.entries(given)) {
    const kind = parameters.find(parameter => parameter.name === name)?.kind;
    if (kind === undefined)
      throw new InputError(
        `parameter "${name}" is unknown to model ${model}; ${describeUnknownName(
          name,
          parameters.map(parameter => parameter.name),
        )}`,
      );
    const type = kind === 'boolean' ? 'boolean' : kind === 'choice' ? 'string' : 'number';
    if (typeof value !== type)
      throw new InputError(`parameter "${name}" is ${describeValue(value)}, needs a ${TYPE_WORDS[type]}`);
  }
}

const TYPE_WORDS = { boolean: 'boolean: true or false', string: 'text', number: 'number' } as const;

/** Types of parts: their values are checked when the run is made. */
function checkParts(setup: Readonly<Record<string, unknown>>): void {
  const { oracle, parameters, changes, own, seed, agents } = setup;
  for (const name of ['model', 'network', 'preset', 'direction', 'repeats', 'groups'])
    if (typeof (setup[name] ?? '') !== 'string')
      throw new InputError(`${name} of a set-up is ${describeValue(setup[name])}, needs a text`);
  for (const [name, value] of Object.entries({ seed, agents }))
    if (value !== undefined && value !== null && typeof value !== 'number')
      throw new InputError(`${name} of a set-up is ${describeValue(value)}, needs a number`);
  if (oracle !== undefined && (!isFields(oracle) || typeof oracle.kind !== 'string'))
    throw new InputError(
      `oracle of a set-up is ${describeValue(oracle)}, needs an object such as { kind: 'policy' }`,
    );
  if (parameters !== undefined && !isFields(parameters))
    throw new InputError(
      `parameters of a set-up is ${describeValue(parameters)}, needs values by name: { activity: 0.5 }`,
    );
  for (const [name, value] of Object.entries({ changes, own }))
    if (value !== undefined && !Array.isArray(value))
      throw new InputError(`${name} of a set-up is ${describeValue(value)}, needs a list`);
  for (const [at, change] of ((changes ?? []) as readonly unknown[]).entries())
    checkChangeFields(change, `change ${at + 1} of a set-up`);
}

/** Fields of each kind of change; a parameter's has no kind. */
const CHANGE_FIELDS: Readonly<Record<NonNullable<Change['kind']> | 'parameter', readonly string[]>> = {
  parameter: ['tick', 'name', 'value'],
  answer: ['tick', 'agent', 'answer'],
  intervention: ['tick', 'name', 'on'],
  chance: ['tick', 'seed'],
};

function checkChangeFields(change: unknown, place: string): void {
  if (!isFields(change))
    throw new InputError(
      `${place} is ${describeValue(change)}, needs an object such as { tick: 5, name: 'activity', value: 0.5 }`,
    );
  const { kind, ...others } = change;
  const fields = CHANGE_FIELDS[(kind ?? 'parameter') as keyof typeof CHANGE_FIELDS];
  if (fields === undefined)
    throw new InputError(
      `${place} is of the kind ${describeValue(kind)}; it is one of answer, intervention, chance, or none for a parameter`,
    );
  checkOptions(others, place, fields);
  const missing = fields.find(name => others[name] === undefined);
  if (missing !== undefined) throw new InputError(`${place} has no ${missing}, needs ${fields.join(', ')}`);
  if (typeof others.tick !== 'number')
    throw new InputError(`${place} has the tick ${describeValue(others.tick)}, needs a whole number`);
  if (kind === 'intervention' && !Array.isArray(others.on))
    throw new InputError(`${place} is on ${describeValue(others.on)}, needs a list`);
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
