import type { SetupDefaults } from '../../setup/config.ts';

/** The seed's first cascade is a good example: posted in round 1, 12 people by round 10, 32 by round 31. */
export const SOCIAL_DEFAULTS: SetupDefaults = { network: 'congress', preset: 'showcase', seed: 341 };
