import { createDefaultSetup } from '../checks/createDefaultSetup.ts';
import type { Setup } from '../setup/config.ts';
import { SOCIAL_DEFAULTS } from './social/socialDefaults.ts';

/** The default run: on the page and on the command line. */
export const DEFAULT_SETUP: Setup = createDefaultSetup({ name: 'social', defaults: SOCIAL_DEFAULTS });
