import { socialQueries } from '../../../engine/models/social/reports/socialQueries.ts';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { preloadOnActivity } from '../../controls/preloadOnActivity.ts';
import { createPlaceView } from '../../hooks/createPlaceView.tsx';
import type { ModelPlugin, ModelViews } from '../../model/modelPlugin.ts';
import { createResource, type Resource } from '../../reading/resource.ts';
import { getRequestInterval } from '../../resources/attendResources.ts';
import { getComparedTick, getViewedTick } from '../../state/viewState.ts';
import { NetworkSelect } from '../../views/network/NetworkSelect.tsx';
import { createHelpDialog } from '../../views/setup/createHelpDialog.tsx';
import { CascadeView } from './cascade/CascadeView.tsx';
import { HappeningNow } from './cascade/HappeningNow.tsx';
import { showHistoryContext, showPost } from './cascade/showPost.ts';
import { SocialChip, SocialSentence } from './SocialHeadline.tsx';
import { SOCIAL_APPEARANCE } from './socialAppearance.ts';
import {
  applySocialFrame,
  chooseCascadeRoot,
  formatChosenPost,
  getPostSelection,
  getSocialPart,
  SOCIAL,
  SOCIAL_PICKED,
} from './socialPart.ts';

/** The cascade on the screen. At speed it follows a few times a second. */
const tree = createResource({
  subject: state => getPostSelection(state).root,
  stale: state => [getViewedTick(state), getPostSelection(state).rule],
  ask(engine, root, state) {
    const { rule } = getPostSelection(state);
    return socialQueries.ask(engine, 'cascade', rule ? { root, rule } : root);
  },
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

/** Engine queries of the model's views. */
const SOCIAL_RESOURCES: readonly Resource[] = [tree, pairTrees];

/** People on a network: the cascade, the liveliest ones, an agent's reasons; what is not on the first picture is loaded when it is shown. */
const SOCIAL_VIEWS: ModelViews = {
  Place: createPlaceView(
    CascadeView,
    createLazyView(async () => (await import('./SocialNetwork.tsx')).SocialNetwork),
  ),
  PairPlace: createLazyView(async () => (await import('./pair/PairCascade.tsx')).PairCascade),
  Overview: HappeningNow,
  overview: 'Happening now',
  Agent: createLazyView(
    preloadOnActivity(async () => (await import('./inspector/SocialAgent.tsx')).SocialAgent),
  ),
  Sentence: SocialSentence,
  Chip: SocialChip,
  Choices: NetworkSelect,
  Facts: createLazyView(async () => (await import('../../views/network/NetworkFacts.tsx')).NetworkFacts),
  ChartNotes: null,
  Help: createHelpDialog(async () => (await import('./socialHelp.ts')).SOCIAL_HELP),
};

/** The model's half of the page. */
export const SOCIAL_PLUGIN: ModelPlugin = {
  name: SOCIAL.model,
  look: SOCIAL_APPEARANCE,
  views: SOCIAL_VIEWS,
  resources: SOCIAL_RESOURCES,
  address: async () => (await import('./socialAddress.ts')).SOCIAL_ADDRESS,
  formatShown: formatChosenPost,
  methods: async () => (await import('./socialMethods.ts')).SOCIAL_METHODS,
  deedWords: describeIntervention,
  afterFrame: applySocialFrame,
  settle: chooseCascadeRoot,
  inBranch(state, from) {
    const { tree } = getSocialPart(state);
    return tree && tree.tick[0] <= from ? { ...state.selection.own, root: tree.root, isChosen: true } : null;
  },
  letGo(own) {
    const picked = { ...SOCIAL_PICKED.initial, ...own };
    return picked.post === null ? null : { ...picked, post: null };
  },
  showContext: showHistoryContext,
  showThing: (page, post) => void showPost(page, post),
  search: (engine, words) => socialQueries.ask(engine, 'search', words),
};

/**
 * An intervention in words: "amplifier from now on: Priya Gómez", "Finn Osei follows Olu Park".
 * @param on whom and what it concerns, as shown
 */
export function describeIntervention(name: string, on: readonly string[]): string {
  const [first, second] = on;
  if (name === 'become') return `${on.slice(1).join(', ')} as ${first}`;
  const words: Readonly<Record<string, string>> = {
    insert_post: `${first} posts about ${second}`,
    cut_edge: `${first} no longer follows ${second}`,
    add_edge: `${first} follows ${second}`,
  };
  return words[name] ?? `without ${on.join(', ')}`;
}
