import { socialQueries } from '../../../../engine/models/social/reports/socialQueries.ts';
import { resource } from '../../../reading/resource.ts';
import { slowPace } from '../../../resources/resources.ts';
import { shownTick } from '../../../state/shown.ts';
import { SOCIAL, socialPicked } from '../socialPart.ts';

/** Who saw the cascade on the screen; for the network alone. */
export const VIEWERS = resource({
  subject: state => socialPicked(state).root,
  stale: state => [shownTick(state)],
  ask: (engine, root) => socialQueries.ask(engine, 'viewers', root),
  keep: (state, answer, root) => state.know(SOCIAL, { viewers: answer && { ...answer, root } }),
  pace: slowPace,
});
