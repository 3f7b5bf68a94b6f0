import type { SetupDefaults } from '../../config.ts';
import { NO_NETWORK } from '../../defaultSetup.ts';

/** A run when nobody says otherwise. */
export const LIBRARIAN_DEFAULTS: SetupDefaults = { network: NO_NETWORK, preset: 'thirds', seed: 3 };
