import { socialQueries } from '../../../engine/models/social/socialQueries.ts';
import { resource } from '../../resources/resource.ts';
import { slowPace } from '../../resources/resources.ts';
import { shownTick } from '../../store/shown.ts';
import { SOCIAL, socialPicked } from './socialPart.ts';

/** Whom the cascade on the screen has come to; for the network alone. */
export const REACTIONS = resource({
  subject: state => socialPicked(state).root,
  stale: state => [shownTick(state)],
  ask: (engine, root) => socialQueries.ask(engine, 'reactions', root),
  keep: (state, answer, root) => state.know(SOCIAL, { reactions: { ...answer, root } }),
  pace: slowPace,
});
