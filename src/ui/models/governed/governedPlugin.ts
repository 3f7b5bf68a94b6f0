import { GOVERNED_PARAMETERS } from '../../../engine/models/governed/governedParameters.ts';
import { GOVERNED_INPUTS } from '../../../engine/models/governed/inputs/governedInputs.ts';
import { governedQueries } from '../../../engine/models/governed/reports/governedQueries.ts';
import type { Rect } from '../../charts/packing.ts';
import type { ChartLike, PlacedEdge, PlacedState, Placement } from '../../charts/placement.ts';
import { createRoute, type Point } from '../../charts/route.ts';
import { formatGroupedInteger, formatNounCount, pluralizeNoun } from '../../lib/formatCounts.ts';
import { fitAgentName } from '../../model/fitAgentName.ts';
import type { ModelAppearance, RowEnd, RowMark, SeriesAppearance } from '../../model/modelAppearance.ts';
import type { ModelPlugin } from '../../model/modelPlugin.ts';
import { createHandPlacedSheet, type Drawings, type Sheet } from '../../model/sheet.ts';
import type { PageState, RunState } from '../../state/pageState.ts';
import { drawRowEnd } from '../../views/time/drawRowEnd.ts';
import { formatElapsedTime } from '../../words/runClock.ts';
import { describeMissionOutcome, isStuckMissionPhase } from './describeMissions.ts';
import { findMissionInput } from './findMissionInput.ts';
import { applyGovernedFrame, GOVERNED, getGovernedPart, MISSION_PICKED } from './governedPart.ts';
import { GOVERNED_RESOURCES } from './governedResources.ts';
import { GOVERNED_VIEWS } from './governedViews.tsx';

const SEARCHES: SeriesAppearance = {
  names: ['searches'],
  hue: { state: 'searching' },
  one: 'search',
  many: 'searches',
};
const REASONED: SeriesAppearance = {
  names: ['reasoning', 'finishes'],
  hue: { ink: 'hairStrong' },
  one: 'reasoned or finished',
  many: 'reasoned or finished',
};
const REFUSED: SeriesAppearance = {
  names: ['refused', 'failed'],
  hue: { ink: 'ink' },
  one: 'refused or not usable',
  many: 'refused or not usable',
};

/** Missions of agents that use tools, each watched by a chart of phases. */
export const GOVERNED_APPEARANCE: ModelAppearance = {
  place: placeGovernedChart,
  words: {
    tick: 'step',
    Tick: 'Step',
    agent: ['mission', 'missions'],
    person: ['mission', 'missions'],
    axis: 'step, simulated time',
    another: 'the same missions, played differently',
    active: 'started',
    resting: 'waiting in init',
  },
  presets: [
    { value: 'showcase', label: 'Showcase', title: 'every way to get stuck is played by somebody' },
    { value: 'sensible', label: 'Sensible', title: 'everybody searches sensibly and finishes' },
  ],
  networks: [],
  inputOf: findMissionInput,
  inputs: GOVERNED_INPUTS,
  from: 0,
  pixels: [24, 20, 10],
  room: 276,
  keepsRoom: true,
  isOver(state) {
    const { frame } = getGovernedPart(state);
    return frame !== null && frame.waiting + frame.underWay === 0;
  },
  clock: ({ tickSeconds }, tick) => formatElapsedTime(tick * tickSeconds),
  idOf: agent => `mission_${String(agent + 1).padStart(2, '0')}`,
  states: {
    title: 'States',
    under: 'in each state',
    band: state => (isStuckMissionPhase(state) ? 'found stuck' : state === 'finishing' ? 'ended' : state),
    short: state => state,
    heights: {
      init: 1,
      searching: 4,
      analyzing: 6,
      deciding: 8,
      stuck_search: 11,
      stuck_analyze: 11,
      stuck_decide: 11,
      finishing: 1,
    },
  },
  actions: {
    title: 'Answers',
    stack: [SEARCHES, REASONED, REFUSED],
    spoken: [SEARCHES, REASONED, REFUSED],
  },
  timelines: {
    nameIn: fitAgentName,
    note: 'taller means nearer to a decision, full height is stuck',
    sorts: [
      {
        value: 'outcome',
        label: 'under way first',
        order: () => ({ by: 'model', order: 'outcome', focus: null }),
      },
    ],
    marks: findMissionEndMarks,
    watch: state => getGovernedPart(state).missions,
    ends: { columns: () => MISSION_COLUMNS, describe: getMissionRowEnd, draw: drawRowEnd },
  },
  intro({ run }) {
    const agents = run?.info.config.agents ?? 0;
    return [
      `${formatNounCount(agents, 'agent')} ${pluralizeNoun(agents, 'searches', 'search')} documents for answers, step by step, under rules that can stop them.`,
      'A dot is an agent on its mission, its box the phase that it is in.',
    ];
  },
  chartNote: 'each dot is one mission',
  asks: 'completion',
  policy:
    'Each mission has a character that searches, reasons and finishes by fixed rules; the run’s own generator chooses where they leave a choice.',
  sent: 'the goal, the steps so far, and passages of the documents, your own if you brought any',
  takes: 'documents to search (.md, .txt), a list of missions (.json, .txt)',
};

const MISSION_COLUMNS: readonly string[] = ['outcome', 'steps', 'tokens'];

/** Rings at the ends of missions; filled if the agent finished by itself. */
function findMissionEndMarks(state: PageState, agents: readonly number[]): ReadonlyMap<number, RowMark[]> {
  const { run } = state;
  const { missions } = getGovernedPart(state);
  const marks = new Map<number, RowMark[]>();
  const finishing = run?.info.chart.states.indexOf('finishing') ?? -1;
  for (const agent of agents) {
    const row = missions.get(agent);
    if (row?.ended != null)
      marks.set(agent, [{ tick: row.ended, state: row.outcome === 'finished' ? finishing : null }]);
  }
  return marks;
}

function getMissionRowEnd(state: PageState, _: RunState, agent: number): RowEnd | null {
  const row = getGovernedPart(state).missions.get(agent);
  if (row === undefined) return null;
  const isWaiting = row.outcome === 'waiting';
  const numbers =
    isWaiting || row.steps === 0 ? [] : [formatGroupedInteger(row.steps), formatGroupedInteger(row.tokens)];
  const [words, strong] = describeMissionOutcome(row);
  return { words, strong, numbers, isWaiting };
}

/** The model's half of the page. */
export const GOVERNED_PLUGIN: ModelPlugin = {
  name: GOVERNED.model,
  look: GOVERNED_APPEARANCE,
  views: GOVERNED_VIEWS,
  resources: GOVERNED_RESOURCES,
  address: async () => ({ parameters: GOVERNED_PARAMETERS }),
  afterFrame: applyGovernedFrame,
  withAgents: () => MISSION_PICKED.initial,
  letGo(own) {
    const { step } = { ...MISSION_PICKED.initial, ...own };
    return step === null ? null : MISSION_PICKED.initial;
  },
  search: (engine, words) => governedQueries.ask(engine, 'search', words),
};

const BOXES: Drawings = {
  init: [16, 56, 128, 62],
  searching: [16, 168, 140, 92],
  analyzing: [206, 168, 112, 92],
  deciding: [368, 168, 135, 92],
  stuck_search: [44, 298, 126, 40],
  stuck_analyze: [197, 298, 130, 40],
  stuck_decide: [354, 298, 126, 40],
  finishing: [16, 372, 487, 46],
};

/** Missions are few: larger dots, further apart than those of a society, pixels. */
const MISSION_DOT_PITCH = 13;
const WIDER: Drawings = {
  stuck_search: [36, 298, 142, 40],
  stuck_analyze: [188, 298, 148, 40],
  stuck_decide: [346, 298, 142, 40],
};

/** The chart of phases, placed by hand; null for a chart with other states. */
function placeGovernedChart(chart: ChartLike, width: number, height: number): Placement | null {
  const sheet = createHandPlacedSheet(chart, BOXES, WIDER, width, height);
  if (sheet === null) return null;
  return {
    states: chart.states.map(state => createGovernedState(state, sheet.box(state))),
    edges: EDGES.map(edge => placeGovernedEdge(edge, sheet)),
    group: null,
  };
}

function createGovernedState(state: string, box: Rect): PlacedState {
  const head = box.height > 44 ? 22 : box.height < 38 ? 18 : 24;
  const foot = box.height <= 44 ? 3 : 6;
  const dots = {
    x: box.x + 9,
    y: box.y + head,
    width: box.width - 18,
    height: Math.max(12, box.height - head - foot),
  };
  return { state, box, dots, stretch: box.height <= 48 ? 6 : 2.2, pitch: MISSION_DOT_PITCH };
}

interface DrawnTransition {
  readonly source: string;
  readonly target: string;
  readonly points: readonly Point[];
  /** Its words and their place; null: only the arrow. */
  readonly label: readonly [name: string, x: number, y: number, anchor: 'start' | 'middle' | 'end'] | null;
  /** Shown only while somebody goes there. */
  readonly isQuiet?: boolean;
}

const EDGES: readonly DrawnTransition[] = [
  createGovernedEdge('init', 'searching', ['starts', 56, 147, 'start'], [48, 118], [48, 168]),
  createGovernedEdge(
    'init',
    'deciding',
    ['needs no search', 290, 71, 'middle'],
    [144, 78],
    [436, 78],
    [436, 168],
  ),
  createGovernedEdge('searching', 'analyzing', ['', 181, 206, 'middle'], [156, 214], [206, 214]),
  createGovernedEdge('analyzing', 'deciding', ['', 343, 206, 'middle'], [318, 214], [368, 214]),
  createGovernedEdge(
    'deciding',
    'searching',
    ['searches again', 250, 130, 'middle'],
    [392, 168],
    [392, 136],
    [108, 136],
    [108, 168],
  ),
  createGovernedEdge('searching', 'stuck_search', ['stuck', 116, 283, 'start'], [107, 260], [107, 298]),
  createGovernedEdge('analyzing', 'stuck_analyze', ['stuck', 271, 283, 'start'], [262, 260], [262, 298]),
  createGovernedEdge('deciding', 'stuck_decide', ['stuck', 408, 283, 'end'], [417, 260], [417, 298]),
  createGovernedEdge('stuck_search', 'finishing', null, [107, 338], [107, 372]),
  createGovernedEdge('stuck_analyze', 'finishing', null, [262, 338], [262, 372]),
  createGovernedEdge('stuck_decide', 'finishing', null, [417, 338], [417, 372]),
  createGovernedEdge('searching', 'finishing', ['ends', 39, 360, 'start'], [31, 260], [31, 372]),
  createGovernedEdge('deciding', 'finishing', ['ends', 484, 360, 'end'], [492, 260], [492, 372]),
  {
    ...createGovernedEdge(
      'analyzing',
      'finishing',
      ['ends', 334, 360, 'end'],
      [310, 260],
      [310, 269],
      [340, 269],
      [340, 372],
    ),
    isQuiet: true,
  },
  {
    ...createGovernedEdge(
      'init',
      'finishing',
      ['', 12, 240, 'start'],
      [16, 88],
      [8, 88],
      [8, 395],
      [16, 395],
    ),
    isQuiet: true,
  },
];

function createGovernedEdge(
  source: string,
  target: string,
  label: DrawnTransition['label'],
  ...points: readonly Point[]
): DrawnTransition {
  return { source, target, label, points };
}

function placeGovernedEdge(
  { source, target, points, label, isQuiet = false }: DrawnTransition,
  { x, y }: Sheet,
): PlacedEdge {
  const name = label?.[0] ?? '';
  return {
    key: `${source}>${target}`,
    sources: [source],
    target,
    route: createRoute(points.map(([px, py]): Point => [x(px), y(py)])),
    names: name === '' ? [] : [name],
    label: label && { x: x(label[1]), y: y(label[2]), anchor: label[3] },
    quiet: isQuiet,
  };
}
