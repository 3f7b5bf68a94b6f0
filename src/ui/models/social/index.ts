import { SOCIAL_DEFAULTS } from '../../../engine/models/social/socialDefaults.ts';
import type { PageModel } from '../../model/pageModel.ts';
import { SOCIAL_PLUGIN } from './socialPlugin.ts';

/** Moods: the usual one is quiet, a spree is of composing's hue, a spell of looking on has the deepest red. */
const MOOD_HUES: Readonly<Record<string, string>> = {
  calm: 'resting',
  engaged: 'composing',
  fed_up: 'engaging_reply',
};

/** People on a network. */
export const social: PageModel = {
  name: 'social',
  choice: { label: 'Social', title: 'people on a network who see, weigh, answer and reshare posts' },
  defaults: SOCIAL_DEFAULTS,
  inputs: [],
  hues: MOOD_HUES,
  reads: { form: 'table', words: 'networks' },
  half: SOCIAL_PLUGIN,
};
