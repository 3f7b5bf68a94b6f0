import { readFileSync } from 'node:fs';
import { createDefaultSetup } from '../../src/engine/checks/createDefaultSetup.ts';
import { getAgentModelEntry } from '../../src/engine/models/index.ts';
import { type Loaded, loadSetup } from '../../src/engine/models/openRun.ts';
import type { Setup } from '../../src/engine/setup/config.ts';

const root = new URL('../../public/', import.meta.url);

/** Small runs of all models, with what differs from their usual set-up. */
export const MODELS: readonly (readonly [model: string, part: Partial<Setup>])[] = [
  ['social', { network: 'scale-free', agents: 40, parameters: { warm_up: 6, activity: 12, posting: 12 } }],
  ['social', { network: 'small-world', agents: 30, parameters: { warm_up: 4, activity: 12, moods: true } }],
  ['governed', { agents: 9 }],
  ['librarian', { agents: 4 }],
  ['workflow', { agents: 6, preset: 'pivoting' }],
  ['chart', { network: 'scale-free', agents: 40, preset: 'society' }],
  ['governed', { agents: 16, parameters: { second_chances: 2 } }],
];

/** Such a run's set-up and inputs. */
export async function loadedOf(model: string, part: Partial<Setup>, seed: number): Promise<Loaded> {
  const setup = { ...createDefaultSetup(await getAgentModelEntry(model).model()), ...part, seed };
  return loadSetup(setup, { bundled: async path => readFileSync(new URL(path, root)), files: {} });
}
