import { createDefaultSetup } from '../engine/checks/createDefaultSetup.ts';
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

/** A set-up with the defaults of its model. @throws InputError for a model or a part that is unknown */
export async function completeSetup(given: RunSetup): Promise<Setup> {
  const setup: RunSetup = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  );
  const unknown = Object.keys(setup).find(name => !Object.hasOwn(PARTS, name));
  if (unknown !== undefined)
    throw new InputError(`a set-up has no "${unknown}"; it has ${Object.keys(PARTS).join(', ')}`);
  const spec = await getAgentModelEntry(setup.model ?? MODEL_NAMES[0]).spec();
  return { ...createDefaultSetup(spec), ...setup };
}
