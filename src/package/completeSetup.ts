import { createDefaultSetup } from '../engine/checks/createDefaultSetup.ts';
import { getAgentModelEntry, MODELS } from '../engine/models/index.ts';
import type { Setup } from '../engine/setup/config.ts';

/** Names of the agent models; the first is the default. */
export const MODEL_NAMES: readonly string[] = MODELS.map(({ name }) => name);

/** Set-up of a run; parts left out take the model's default. */
export type RunSetup = Partial<Setup>;

/** A set-up with the defaults of its model. @throws InputError for a model that is unknown */
export async function completeSetup(setup: RunSetup): Promise<Setup> {
  const spec = await getAgentModelEntry(setup.model ?? MODEL_NAMES[0]).spec();
  return { ...createDefaultSetup(spec), ...setup };
}
