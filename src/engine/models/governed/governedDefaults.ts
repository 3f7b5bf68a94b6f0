import { NO_NETWORK } from '../../checks/createDefaultSetup.ts';
import type { SetupDefaults } from '../../setup/config.ts';

/** A run when nobody says otherwise. */
export const GOVERNED_DEFAULTS: SetupDefaults = { network: NO_NETWORK, preset: 'showcase', seed: 7 };
