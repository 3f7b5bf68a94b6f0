import type { Setup } from '../config.ts';
import { defaultSetup } from '../defaultSetup.ts';
import { SOCIAL_DEFAULTS } from './social/defaults.ts';

/** What a run is when nobody says otherwise: on the page and on the command line. */
export const DEFAULT_SETUP: Setup = defaultSetup({ name: 'social', defaults: SOCIAL_DEFAULTS });
