import type { Setup } from './config.ts';
import type { Sources } from './model.ts';
import { modelNamed } from './models/index.ts';
import { Run } from './run.ts';
import { checkSetup, resolveConfig } from './setup.ts';

/**
 * Makes a run from a set-up, before its warm-up.
 * @throws InputError for anything in it that the user can mend.
 */
export async function openRun(
  setup: Setup,
  sources: Sources,
): Promise<{ run: Run; notes: readonly string[] }> {
  const entry = modelNamed(setup.model);
  checkSetup(setup, entry);
  const model = await entry.model();
  const material = await model.load(setup, sources);
  const run = new Run(model, resolveConfig(setup, model, material), material.inputs);
  return { run, notes: material.notes };
}
