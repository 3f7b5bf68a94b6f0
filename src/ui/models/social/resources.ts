import { socialQueries } from '../../../engine/models/social/socialQueries.ts';
import { type Resource, resource } from '../../resources/resource.ts';
import { calmPace } from '../../resources/resources.ts';
import { shownTick } from '../../store/shown.ts';
import { SOCIAL, socialOf, socialPicked } from './socialPart.ts';

/** The cascade on the screen. At speed it follows a few times a second. */
const tree = resource({
  subject: state => socialPicked(state).root,
  stale: state => [shownTick(state)],
  ask: (engine, root) => socialQueries.ask(engine, 'cascade', root),
  keep: (state, answer) => state.know(SOCIAL, { tree: answer }),
  clear: state => state.know(SOCIAL, { tree: null }),
  pace: state => (socialOf(state).tree === null ? 0 : calmPace(state)),
});

/** What the model's views ask the engine. */
export const SOCIAL_RESOURCES: readonly Resource[] = [tree];
