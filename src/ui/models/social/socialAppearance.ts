import { formatAgentId } from '../../../engine/core/indices.ts';
import type { Rect } from '../../charts/packing.ts';
import type { ChartLike, PlacedEdge, PlacedState, Placement } from '../../charts/placement.ts';
import { createRoute, type Point } from '../../charts/route.ts';
import { formatNounCount, pluralizeNoun } from '../../lib/formatCounts.ts';
import type {
  ModelAppearance,
  ModelWords,
  RowMark,
  SeriesAppearance,
  StandOut,
} from '../../model/modelAppearance.ts';
import { createHandPlacedSheet, type Drawings, type Scale } from '../../model/sheet.ts';
import type { PageState } from '../../state/pageState.ts';
import { getViewedTick } from '../../state/viewState.ts';
import { describeNetworkKind, NETWORKS } from '../../views/network/networks.ts';
import { formatTimeOfDay } from '../../words/runClock.ts';
import { collectBranchRows, computeTidyLanes } from './cascade/cascadeLayout.ts';
import { getOptionHue } from './inspector/getOptionHue.ts';
import { getFocusedRow, getPostSelection, getSocialPart } from './socialPart.ts';

/** Authors on the branch of the post that is looked at, or in the cascade on the screen. */
const SOCIAL_STAND_OUT: StandOut = {
  watch: state => getSocialPart(state).tree,
  lit(state) {
    const { tree } = getSocialPart(state);
    const row = getFocusedRow(state);
    if (!tree || row < 0) return null;
    return new Set(
      [...collectBranchRows(tree, computeTidyLanes(tree), row)].flatMap(other => tree.author[other] ?? []),
    );
  },
  members(state) {
    const { tree } = getSocialPart(state);
    return tree ? tree.author.filter((_, row) => tree.tick[row] <= getViewedTick(state)) : [];
  },
  litNote: people => `lit: the ${people} on this branch`,
  membersNote: people => `outlined: the ${people} in the cascade`,
};

/** Hues of created and completed things by place in the palette; they stay if views show the mood. */
const HUE = { composing: 2, like: 3, reshare: 5, reply: 6 } as const;

const POSTS: SeriesAppearance = {
  names: ['posts'],
  hue: { palette: HUE.composing },
  one: 'new post',
  many: 'new posts',
};
const REPLIES: SeriesAppearance = {
  names: ['replies'],
  hue: { palette: HUE.reply },
  one: 'reply',
  many: 'replies',
};
const RESHARES: SeriesAppearance = {
  names: ['reshares'],
  hue: { palette: HUE.reshare },
  one: 'reshare',
  many: 'reshares',
};
const LIKES: SeriesAppearance = { names: ['likes'], hue: { palette: HUE.like }, one: 'like', many: 'likes' };

/** State that stands for each kind of post: original, reply, reshare. */
const KIND_STATES = ['composing', 'engaging_reply', 'engaging_reshare'] as const;
/** The same as hues of the palette. */
export const KIND_HUES = [HUE.composing, HUE.reply, HUE.reshare] as const;

const shortenSocialState = (state: string): string => state.replace(/^engaging_/, '').replaceAll('_', ' ');

const SOCIAL_WORDS: ModelWords = {
  tick: 'round',
  Tick: 'Round',
  agent: ['agent', 'agents'],
  person: ['person', 'people'],
  axis: 'round, simulated time',
  another: 'another society',
  active: 'active',
  resting: 'idle',
};
/** Words for views that show the mood. */
const MOOD_WORDS: ModelWords = { ...SOCIAL_WORDS, active: 'stirred', resting: 'calm' };

/** People on a network. */
export const SOCIAL_APPEARANCE: ModelAppearance = {
  optionHue: getOptionHue,
  standOut: SOCIAL_STAND_OUT,
  place: placeSocialChart,
  words: SOCIAL_WORDS,
  wordsOf: ({ chart: { initial } }) => (initial === MOOD_WORDS.resting ? MOOD_WORDS : SOCIAL_WORDS),
  presets: [
    { value: 'showcase', label: 'Showcase', title: 'tuned to be lively, not calibrated' },
    { value: 'realistic', label: 'Realistic', title: 'calmer, not calibrated either' },
    { value: 'twitter15', label: 'Twitter15', title: 'fitted to real cascades' },
    { value: 'twitter15_paced', label: 'Twitter15, paced', title: 'fitted to real cascades, time included' },
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
  },
  timelines: {
    note: 'taller means more engaged; what is outlined is a post in this cascade',
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
  },
  intro({ run }) {
    const agents = run?.info.config.agents ?? 0;
    return [
      `${formatNounCount(agents, 'simulated person', 'simulated people')} on ${describeNetworkKind(run?.setup.network ?? '')} ${pluralizeNoun(agents, 'decides', 'decide')} what to do with each post.`,
      'A dot is a person, its box what it is doing.',
    ];
  },
  chartNote: 'a dot is a person',
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

const BOXES: Drawings = {
  idle: [16, 342, 487, 82],
  scrolling: [16, 128, 146, 128],
  evaluating: [246, 146, 114, 100],
  composing: [246, 56, 114, 48],
  engaging_reshare: [405, 56, 98, 40],
  engaging_reply: [405, 104, 98, 40],
  engaging_like: [405, 152, 98, 40],
  resting: [330, 276, 173, 44],
};
const WIDER: Drawings = { evaluating: [236, 146, 126, 100], composing: [236, 56, 126, 48] };
const ENGAGING = ['engaging_like', 'engaging_reply', 'engaging_reshare'];

interface LabelEdges extends Rect {
  readonly right: number;
  readonly bottom: number;
  readonly cx: number;
  readonly cy: number;
}

/** The social chart, placed by hand; null for a chart with other states. */
export function placeSocialChart(chart: ChartLike, width: number, height: number): Placement | null {
  const sheet = createHandPlacedSheet(chart, BOXES, WIDER, width, height);
  if (sheet === null) return null;
  const { x, y } = sheet;
  const boxes = Object.fromEntries(chart.states.map(state => [state, getBoxEdges(sheet.box(state))]));
  const like = boxes.engaging_like;
  const reshare = boxes.engaging_reshare;
  const group = getBoxEdges({
    x: like.x - 8,
    y: reshare.y - 8,
    width: like.width + 16,
    height: like.bottom - reshare.y + 16,
  });
  return {
    states: chart.states.map(state => createSocialState(state, boxes[state])),
    edges: createSocialLines(boxes, group, x, y),
    group: { label: 'engaging', box: group },
  };
}

const getBoxEdges = (box: Rect): LabelEdges => ({
  ...box,
  right: box.x + box.width,
  bottom: box.y + box.height,
  cx: box.x + box.width / 2,
  cy: box.y + box.height / 2,
});

function createSocialState(state: string, box: LabelEdges): PlacedState {
  const head = box.height <= 42 ? 18 : 22;
  const foot = box.height <= 42 ? 3 : 7;
  const dots = {
    x: box.x + 9,
    y: box.y + head,
    width: box.width - 18,
    height: box.height - head - foot,
  };
  return { state, box, dots, stretch: state === 'idle' ? 6 : 2.2 };
}

type EdgeLabel = PlacedEdge['label'];

function createSocialLines(
  boxes: Readonly<Record<string, LabelEdges>>,
  group: LabelEdges,
  x: Scale,
  y: Scale,
): PlacedEdge[] {
  const { idle, scrolling: s, evaluating: e, composing: c, resting: r } = boxes as Record<string, LabelEdges>;
  const [like, reply, reshare] = ENGAGING.map(state => boxes[state]) as [LabelEdges, LabelEdges, LabelEdges];
  const start = (lx: number, ly: number): EdgeLabel => ({ x: lx, y: ly, anchor: 'start' });
  const middle = (lx: number, ly: number): EdgeLabel => ({ x: lx, y: ly, anchor: 'middle' });
  const end = (lx: number, ly: number): EdgeLabel => ({ x: lx, y: ly, anchor: 'end' });
  const turn = (e.right + group.x) / 2;
  const lane = y(40) - y(20);
  return [
    createSocialLine(['idle'], 'scrolling', ['feed_ready'], start(x(36) + 8, (idle.y + s.bottom) / 2 + 4), [
      [x(36), idle.y],
      [x(36), s.bottom],
    ]),
    createSocialLine(['scrolling'], 'idle', ['round_ends'], start(x(128) + 8, idle.y - 13), [
      [x(128), s.bottom],
      [x(128), idle.y],
    ]),
    createSocialLine(
      ['scrolling'],
      'evaluating',
      ['sees_post'],
      middle((s.right + e.x) / 2, e.y + lane - 8),
      [
        [s.right, e.y + lane],
        [e.x, e.y + lane],
      ],
    ),
    createSocialLine(
      ['evaluating'],
      'scrolling',
      ['ignores'],
      middle((s.right + e.x) / 2, e.bottom - lane + 17),
      [
        [e.x, e.bottom - lane],
        [s.right, e.bottom - lane],
      ],
    ),
    createSocialLine(['scrolling'], 'composing', ['starts_post'], end(c.x - 10, c.cy - 7), [
      [x(92), s.y],
      [x(92), c.cy],
      [c.x, c.cy],
    ]),
    createSocialLine(['evaluating'], 'composing', ['decides'], start(e.cx + 9, (e.y + c.bottom) / 2 + 4), [
      [e.cx, e.y],
      [e.cx, c.bottom],
    ]),
    createSocialLine(['evaluating'], 'engaging_like', [], middle(turn, like.cy - 6), [
      [e.right, like.cy + 2],
      [like.x, like.cy + 2],
    ]),
    createSocialLine(['composing'], 'engaging_reshare', [], middle((c.right + group.x) / 2, reshare.cy - 8), [
      [c.right, reshare.cy],
      [reshare.x, reshare.cy],
    ]),
    createSocialLine(['composing'], 'engaging_reply', [], null, [
      [c.right, c.bottom - 19],
      [turn + 6, c.bottom - 19],
      [turn + 6, reply.cy],
      [reply.x, reply.cy],
    ]),
    createSocialLine(['composing'], 'resting', ['compose_done'], end(turn - 13, (e.bottom + r.y) / 2 + 4), [
      [c.right, c.bottom - 8],
      [turn - 6, c.bottom - 8],
      [turn - 6, r.y],
    ]),
    createSocialLine(ENGAGING, 'resting', ['action_done'], end(like.cx + 2, (group.bottom + r.y) / 2 + 4), [
      [like.cx + 10, group.bottom],
      [like.cx + 10, r.y],
    ]),
    createSocialLine(['scrolling'], 'resting', ['timeout'], middle((x(152) + r.x) / 2, r.cy - 7), [
      [x(152), s.bottom],
      [x(152), r.cy],
      [r.x, r.cy],
    ]),
    createSocialLine(
      ['resting'],
      'idle',
      ['timeout', 'round_ends'],
      start(x(336) + 6, (r.bottom + idle.y) / 2 + 4),
      [
        [x(336), r.bottom],
        [x(336), idle.y],
      ],
    ),
    createQuietLine(['composing'], 'scrolling', ['timeout'], end(c.x - 10, c.bottom + 10), [
      [c.x, c.bottom - 8],
      [x(132), c.bottom - 8],
      [x(132), s.y],
    ]),
    createQuietLine(ENGAGING, 'scrolling', ['timeout'], end(x(380), 42), [
      [reshare.cx + 20, group.y],
      [reshare.cx + 20, 38],
      [x(62), 38],
      [x(62), s.y],
    ]),
  ];
}

function createSocialLine(
  sources: readonly string[],
  target: string,
  names: readonly string[],
  label: EdgeLabel,
  points: readonly Point[],
): PlacedEdge {
  return {
    key: `${sources[0]}>${target}`,
    sources,
    target,
    names,
    label,
    route: createRoute(points),
    quiet: false,
  };
}

/** Recoveries from a stuck state. */
const createQuietLine = (...parts: Parameters<typeof createSocialLine>): PlacedEdge => ({
  ...createSocialLine(...parts),
  quiet: true,
});
