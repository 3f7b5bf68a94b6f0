import { createDefaultSetup } from '../engine/checks/createDefaultSetup.ts';
import { checkOptions, describeUnknownName, describeValue } from '../engine/core/checkOptions.ts';
import { InputError } from '../engine/core/errors.ts';
import type { ModelSpec } from '../engine/model/model.ts';
import { getAgentModelEntry, MODELS } from '../engine/models/index.ts';
import type { Setup } from '../engine/setup/config.ts';

/** Names of the agent models; the first is the default. */
export const MODEL_NAMES: readonly string[] = MODELS.map(({ name }) => name);

/** Set-up of a run; parts left out take the model's default. */
export type RunSetup = Partial<Setup>;

/** Names of all parts of a set-up. */
const PARTS: Readonly<Record<keyof Setup, true>> = {
  ...{ model: true, network: true, direction: true, repeats: true, groups: true, own: true, agents: true },
  ...{ seed: true, preset: true, oracle: true, parameters: true, changes: true, branchOf: true },
};

/** A set-up with the defaults of its model. @throws InputError for a model or a part that is unknown, or of another kind */
export async function completeSetup(given: RunSetup): Promise<Setup> {
  checkOptions(given, 'a set-up', Object.keys(PARTS));
  const setup: RunSetup = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  );
  checkParts(setup);
  const spec = await getAgentModelEntry(setup.model ?? MODEL_NAMES[0]).spec();
  checkParameters(spec, setup.parameters ?? {});
  return { ...createDefaultSetup(spec), ...setup };
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
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
