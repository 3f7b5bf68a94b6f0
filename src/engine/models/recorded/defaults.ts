import type { SetupDefaults } from '../../config.ts';
import { NO_NETWORK } from '../../defaultSetup.ts';

/** A run when nobody says otherwise. */
export const RECORDED_DEFAULTS: SetupDefaults = { network: NO_NETWORK, preset: 'telecom', seed: 1 };
