import { RECORDED_PARAMETERS } from '../../../engine/models/recorded/parameters.ts';
import { recordedQueries } from '../../../engine/models/recorded/reports/recordedQueries.ts';
import type { ModelPlugin } from '../../model/plugin.ts';
import { RECORDED_LOOK } from './look.ts';
import { applyRecordedFrame, CASE_PICKED, RECORDED } from './recordedPart.ts';
import { RECORDED_RESOURCES } from './resources.ts';
import { RECORDED_VIEWS } from './views.tsx';

/** The model's half of the page. */
export const RECORDED_PLUGIN: ModelPlugin = {
  name: RECORDED.model,
  look: RECORDED_LOOK,
  views: RECORDED_VIEWS,
  resources: RECORDED_RESOURCES,
  parameters: async () => RECORDED_PARAMETERS,
  afterFrame: applyRecordedFrame,
  withAgents: () => CASE_PICKED.initial,
  letGo(own) {
    const { step } = { ...CASE_PICKED.initial, ...own };
    return step === null ? null : CASE_PICKED.initial;
  },
  follow: (page, fragment) =>
    void import('./cases/followReceiver.ts').then(({ followReceiver }) => followReceiver(page, fragment)),
  search: (engine, words) => recordedQueries.ask(engine, 'search', words),
};
