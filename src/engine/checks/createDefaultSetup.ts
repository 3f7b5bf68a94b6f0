import type { ModelSpec } from '../model/model.ts';
import type { Setup } from '../setup/config.ts';

/** The network of a model that has none. */
export const NO_NETWORK = 'none';

/** The default set-up of a model. */
export const createDefaultSetup = ({ name, defaults }: Pick<ModelSpec, 'name' | 'defaults'>): Setup => ({
  ...defaults,
  model: name,
  agents: null,
  oracle: { kind: 'policy' },
  parameters: {},
  changes: [],
});

/** Agents of a generated network, when the set-up names no number. */
export const DEFAULT_AGENTS = 500;
