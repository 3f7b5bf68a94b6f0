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

/** The cascade on the screen as it is in the run beside this one. */
const otherTree = resource({
  subject(state) {
    const { pair } = state;
    const { tree: own } = socialOf(state);
    if (pair === null || own === null || own.tick.length === 0) return null;
    const at = Math.min(shownTick(state), pair.run.columns.head);
    return { other: pair.run, head: pair.run.columns.head, at, author: own.author[0], tick: own.tick[0] };
  },
  ask(engine, { at, author, tick }) {
    const other = {
      query: (name: string, argument: unknown) => engine.readOther('query', [name, argument, at]),
    };
    return socialQueries.ask(other, 'cascadeBy', { author, tick });
  },
  keep: (state, answer) => state.know(SOCIAL, { otherTree: answer }),
  clear: state => state.know(SOCIAL, { otherTree: null }),
  isTimeless: true,
  pace: calmPace,
});

/** What the model's views ask the engine. */
export const SOCIAL_RESOURCES: readonly Resource[] = [tree, otherTree];
