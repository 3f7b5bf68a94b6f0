import { socialQueries } from '../../../engine/models/social/reports/socialQueries.ts';
import { createResource, type Resource } from '../../reading/resource.ts';
import { getRequestInterval } from '../../resources/resources.ts';
import { getComparedTick, getViewedTick } from '../../state/shown.ts';
import { getPostSelection, getSocialPart, SOCIAL } from './socialPart.ts';

/** The cascade on the screen. At speed it follows a few times a second. */
const tree = createResource({
  subject: state => getPostSelection(state).root,
  stale: state => [getViewedTick(state)],
  ask: (engine, root) => socialQueries.ask(engine, 'cascade', root),
  keep: (state, answer) => state.know(SOCIAL, { tree: answer }),
  clear: state => state.know(SOCIAL, { tree: null }),
  pace: state => (getSocialPart(state).tree === null ? 0 : getRequestInterval(state)),
});

/** The cascade on the screen in both of two runs, as of one round. While it plays the last answer stays. */
const pairTrees = createResource({
  subject(state) {
    const { pair } = state;
    const { tree: own } = getSocialPart(state);
    if (pair === null || own === null || own.tick.length === 0) return null;
    return { other: pair.run, root: own.root, author: own.author[0], tick: own.tick[0] };
  },
  stale: state => [getComparedTick(state), state.pair?.run.columns.head],
  async ask(engine, { root, author, tick }, state) {
    const at = getComparedTick(state);
    const own = { query: (name: string, argument: unknown) => engine.query(name, argument, at) };
    const other = {
      query: (name: string, argument: unknown) => engine.readOther('query', [name, argument, at]),
    };
    const [its, others] = await Promise.all([
      socialQueries.ask(own, 'cascade', root),
      socialQueries.ask(other, 'cascadeBy', { author, tick }),
    ]);
    return { at, own: its, other: others };
  },
  keep: (state, answer) => state.know(SOCIAL, { pairTrees: answer }),
  clear: state => state.know(SOCIAL, { pairTrees: null }),
  isTimeless: true,
  pace: getRequestInterval,
});

/** What the model's views ask the engine. */
export const SOCIAL_RESOURCES: readonly Resource[] = [tree, pairTrees];
