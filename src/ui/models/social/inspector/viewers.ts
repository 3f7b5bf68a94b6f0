import { socialQueries } from '../../../../engine/models/social/reports/socialQueries.ts';
import { createResource } from '../../../reading/resource.ts';
import { getSlowRequestInterval } from '../../../resources/attendResources.ts';
import { getViewedTick } from '../../../state/viewState.ts';
import { getPostSelection, SOCIAL } from '../socialPart.ts';

/** Viewers of the cascade on the screen; for the network view alone. */
export const VIEWERS = createResource({
  subject: state => getPostSelection(state).root,
  stale: state => [getViewedTick(state)],
  ask: (engine, root) => socialQueries.ask(engine, 'viewers', root),
  keep: (state, answer, root) => state.know(SOCIAL, { viewers: answer && { ...answer, root } }),
  pace: getSlowRequestInterval,
});
