import type { Setup } from '../config.ts';
import { defaultSetup } from '../setup.ts';
import { SOCIAL } from './social/spec.ts';

/** The default set-up, on the page and on the command line. */
export const DEFAULT_SETUP: Setup = defaultSetup(SOCIAL);
