import type { Setup } from './config.ts';
import { modelNamed } from './models/index.ts';
import { loadNetwork, type NetworkSource } from './network/load.ts';
import { Run } from './run.ts';
import { checkSetup, DEFAULT_AGENTS, resolveConfig } from './setup.ts';

/**
 * Makes a run from a set-up, before its warm-up.
 * @throws InputError for anything in it that the user can mend.
 */
export async function openRun(
  setup: Setup,
  source: NetworkSource,
): Promise<{ run: Run; notes: readonly string[] }> {
  const model = modelNamed(setup.model);
  checkSetup(setup, model);
  const { network, notes } = await loadNetwork(setup, source, DEFAULT_AGENTS);
  const { name, nodes, edges, sha256 } = network;
  const run = new Run(model, resolveConfig(setup, model, { name, nodes, edges, sha256 }), { network });
  return { run, notes };
}
