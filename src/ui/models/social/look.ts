import { formatAgentId } from '../../../engine/core/indices.ts';
import { formatNounCount, pluralizeNoun } from '../../lib/words.ts';
import type { ModelLook, ModelWords, RowMark, SeriesLook } from '../../model/look.ts';
import type { PageState } from '../../state/pageState.ts';
import { describeNetworkKind, NETWORKS } from '../../views/network/networks.ts';
import { formatTimeOfDay } from '../../words/clock.ts';
import { SOCIAL_STAND_OUT } from './cascade/standOut.ts';
import { getOptionHue } from './inspector/optionHues.ts';
import { placeSocialChart } from './placement.ts';
import { getPostSelection, getSocialPart } from './socialPart.ts';

/** Hues of what is made and done, by place in the palette: they stay where views show the mood. */
const HUE = { composing: 2, like: 3, reshare: 5, reply: 6 } as const;

const POSTS: SeriesLook = {
  names: ['posts'],
  hue: { palette: HUE.composing },
  one: 'new post',
  many: 'new posts',
};
const REPLIES: SeriesLook = {
  names: ['replies'],
  hue: { palette: HUE.reply },
  one: 'reply',
  many: 'replies',
};
const RESHARES: SeriesLook = {
  names: ['reshares'],
  hue: { palette: HUE.reshare },
  one: 'reshare',
  many: 'reshares',
};
const LIKES: SeriesLook = { names: ['likes'], hue: { palette: HUE.like }, one: 'like', many: 'likes' };

/** State that stands for each kind of post: original, reply, reshare. */
const KIND_STATES = ['composing', 'engaging_reply', 'engaging_reshare'] as const;
/** The same as hues of the palette. */
export const KIND_HUES = [HUE.composing, HUE.reply, HUE.reshare] as const;

const shortenSocialState = (state: string): string => state.replace(/^engaging_/, '').replaceAll('_', ' ');

const WORDS: ModelWords = {
  tick: 'round',
  Tick: 'Round',
  agent: ['agent', 'agents'],
  person: ['person', 'people'],
  axis: 'round, simulated time',
  another: 'another society',
  active: 'active',
  resting: 'idle',
};
/** Where views show the mood. */
const MOOD_WORDS: ModelWords = { ...WORDS, active: 'stirred', resting: 'calm' };

/** People on a network. */
export const SOCIAL_LOOK: ModelLook = {
  optionHue: getOptionHue,
  standOut: SOCIAL_STAND_OUT,
  place: placeSocialChart,
  words: WORDS,
  wordsOf: ({ chart: { initial } }) => (initial === MOOD_WORDS.resting ? MOOD_WORDS : WORDS),
  presets: [
    { value: 'showcase', label: 'Showcase', title: 'tuned to be lively, not calibrated' },
    { value: 'realistic', label: 'Realistic', title: 'calmer, not calibrated either' },
    { value: 'twitter15', label: 'Twitter15', title: 'fitted to real cascades' },
  ],
  networks: NETWORKS,
  inputs: [],
  from: -24,
  pixels: [10, 8, 2.5],
  room: 164,
  keepsRoom: false,
  isOver: () => false,
  clock: formatTimeOfDay,
  idOf: formatAgentId,
  states: {
    title: 'States',
    under: 'agents in each',
    band: state => (state.startsWith('engaging_') ? 'engaging' : shortenSocialState(state)),
    short: shortenSocialState,
    heights: {
      idle: 1,
      scrolling: 3,
      resting: 3,
      evaluating: 5,
      composing: 7,
      engaging_like: 9,
      engaging_reply: 9,
      engaging_reshare: 9,
      calm: 3,
      engaged: 9,
      fed_up: 1,
    },
  },
  actions: {
    title: 'Actions',
    what: 'done',
    stack: [POSTS, REPLIES, RESHARES, LIKES],
    spoken: [LIKES, RESHARES, REPLIES, POSTS],
    perLine: 2,
  },
  timelines: {
    note: 'taller means more engaged; what is circled is a post in this cascade',
    sorts: [
      {
        value: 'cascade',
        label: 'most involved first',
        order(state) {
          const { root } = getPostSelection(state);
          return root === null ? { by: 'activity' } : { by: 'model', order: 'cascade', focus: root };
        },
        isFollowed: state => getPostSelection(state).isChosen,
      },
      {
        value: 'archetype',
        label: 'by archetype',
        order: () => ({ by: 'model', order: 'archetype', focus: null }),
      },
    ],
    marks: collectPostMarks,
    watch: state => getSocialPart(state).tree,
    columns: [],
    end: () => null,
  },
  intro({ run }) {
    const agents = run?.info.config.agents ?? 0;
    return [
      `${formatNounCount(agents, 'simulated person', 'simulated people')} on ${describeNetworkKind(run?.setup.network ?? '')} ${pluralizeNoun(agents, 'decides', 'decide')} what to do with each post.`,
      'A dot is a person, its box what it is doing.',
    ];
  },
  chartNote: 'a dot is a person in the box of what it is doing',
  asks: 'choice',
  asksKinds: true,
  policy:
    'An explainable formula weighs interest, freshness, tie and attention, and the run’s own generator chooses.',
  sent: 'the profile, what the person did lately, and the post; all of it invented',
  takes: 'a network (GEXF, GraphML, …, or two accounts a line, such as anna,ben)',
};

/** Posts in the cascade on the screen, by author. */
function collectPostMarks(state: PageState): ReadonlyMap<number, readonly RowMark[]> {
  const { run } = state;
  const { tree } = getSocialPart(state);
  const marks = new Map<number, RowMark[]>();
  if (!tree || !run || tree.post.length > 5000) return marks;
  const kinds = KIND_STATES.map(kind => run.info.chart.states.indexOf(kind));
  for (let row = 0; row < tree.post.length; row++) {
    const mark = { tick: tree.tick[row], state: kinds[tree.kind[row]] };
    const list = marks.get(tree.author[row]);
    if (list) list.push(mark);
    else marks.set(tree.author[row], [mark]);
  }
  return marks;
}
