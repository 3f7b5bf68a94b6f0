import { createDefaultSetup } from '../engine/checks/createDefaultSetup.ts';
import { checkOptions, describeValue } from '../engine/core/checkOptions.ts';
import { InputError } from '../engine/core/errors.ts';
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
  return { ...createDefaultSetup(spec), ...setup };
}

/** Parts that are objects or lists; numbers and names are checked with their values. */
function checkParts({ oracle, parameters, changes, own }: Readonly<Record<string, unknown>>): void {
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
