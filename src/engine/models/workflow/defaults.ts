import type { SetupDefaults } from '../../config.ts';
import { NO_NETWORK } from '../../defaultSetup.ts';

/** A run when nobody says otherwise. */
export const WORKFLOW_DEFAULTS: SetupDefaults = { network: NO_NETWORK, preset: 'completed', seed: 19 };
