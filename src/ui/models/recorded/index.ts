import { RECORDED_DEFAULTS } from '../../../engine/models/recorded/recordedDefaults.ts';
import type { PageModel } from '../../model/pageModel.ts';

/** The same in all traces; the states between have what is left. */
const CASE_HUES: Readonly<Record<string, string>> = {
  'not begun': '--hair-strong',
  TALK: '--state-idle',
  say: '--state-idle',
  succeeded: '--state-resting',
  failed: '--state-engaging-reshare',
  ended: '--ink-3',
};

/** Runs of the user's own agents, from their traces. */
export const recorded: PageModel = {
  name: 'recorded',
  choice: { label: 'Your agents', title: 'runs of your own agents, read from the traces that they left' },
  defaults: RECORDED_DEFAULTS,
  isRecorded: true,
  followed: '#observed',
  reads: { form: 'trace', words: 'traces of agents' },
  inputs: ['traces', 'mapping', 'reading', 'given'],
  hues: CASE_HUES,
  half: async () => (await import('./recordedPlugin.ts')).RECORDED_PLUGIN,
};
