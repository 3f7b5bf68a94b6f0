import { socialQueries } from '../../../engine/models/social/reports/socialQueries.ts';
import type { ModelPlugin } from '../../model/plugin.ts';
import { showHistoryContext, showPost } from './cascade/showPost.ts';
import { describeIntervention } from './changes/describeIntervention.ts';
import { SOCIAL_LOOK } from './look.ts';
import { SOCIAL_RESOURCES } from './resources.ts';
import { applySocialFrame, chooseCascadeRoot, SOCIAL, SOCIAL_PICKED } from './socialPart.ts';
import { SOCIAL_VIEWS } from './views.ts';

/** The model's half of the page. */
export const SOCIAL_PLUGIN: ModelPlugin = {
  name: SOCIAL.model,
  look: SOCIAL_LOOK,
  views: SOCIAL_VIEWS,
  resources: SOCIAL_RESOURCES,
  parameters: async () => (await import('../../../engine/models/social/parameters.ts')).SOCIAL_PARAMETERS,
  interventions: async () =>
    (await import('../../../engine/models/social/interventions/interventionSpec.ts')).SOCIAL_INTERVENTIONS,
  deedWords: describeIntervention,
  afterFrame: applySocialFrame,
  settle: chooseCascadeRoot,
  letGo(own) {
    const picked = { ...SOCIAL_PICKED.initial, ...own };
    return picked.post === null ? null : { ...picked, post: null };
  },
  showContext: showHistoryContext,
  showThing: (page, post) => void showPost(page, post),
  search: (engine, words) => socialQueries.ask(engine, 'search', words),
};
