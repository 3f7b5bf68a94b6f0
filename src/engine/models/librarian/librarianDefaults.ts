import { NO_NETWORK } from '../../checks/createDefaultSetup.ts';
import type { SetupDefaults } from '../../setup/config.ts';

/** A run when nobody says otherwise. */
export const LIBRARIAN_DEFAULTS: SetupDefaults = { network: NO_NETWORK, preset: 'thirds', seed: 3 };
