import type { SetupDefaults } from '../../setup/config.ts';

/** A run when nobody says otherwise. */
export const CHART_DEFAULTS: SetupDefaults = { network: 'small-world', preset: 'sir', seed: 1 };
