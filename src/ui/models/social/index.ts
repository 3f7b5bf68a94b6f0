import { SOCIAL_DEFAULTS } from '../../../engine/models/social/defaults.ts';
import type { PageModel } from '../pageModel.ts';
import { SOCIAL_PLUGIN } from './plugin.ts';

/** People on a network. */
export const social: PageModel = {
  name: 'social',
  choice: { label: 'Social', title: 'people on a network who see, weigh, answer and reshare posts' },
  defaults: SOCIAL_DEFAULTS,
  inputs: [],
  reads: { form: 'table', words: 'edge lists' },
  half: SOCIAL_PLUGIN,
};
