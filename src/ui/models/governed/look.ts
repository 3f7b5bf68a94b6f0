import { GOVERNED_INPUTS } from '../../../engine/models/governed/inputs/definitions.ts';
import { formatGroupedInteger, formatNounCount, pluralizeNoun } from '../../lib/words.ts';
import { fitAgentName } from '../../model/fitAgentName.ts';
import type { ModelLook, RowEnd, RowMark, SeriesLook } from '../../model/look.ts';
import type { PageState, RunState } from '../../state/pageState.ts';
import { formatElapsedTime } from '../../words/clock.ts';
import { findMissionInput } from './dropped.ts';
import { getGovernedPart } from './governedPart.ts';
import { placeGovernedChart } from './placement.ts';
import { describeMissionOutcome, isStuckMissionPhase } from './words.ts';

const SEARCHES: SeriesLook = {
  names: ['searches'],
  hue: { state: 'searching' },
  one: 'search',
  many: 'searches',
};
const REASONED: SeriesLook = {
  names: ['reasoning', 'finishes'],
  hue: { ink: 'hairStrong' },
  one: 'reasoned or finished',
  many: 'reasoned or finished',
};
const REFUSED: SeriesLook = {
  names: ['refused', 'failed'],
  hue: { ink: 'ink' },
  one: 'refused or not usable',
  many: 'refused or not usable',
};

/** Missions of agents that use tools, each watched by a chart of phases. */
export const GOVERNED_LOOK: ModelLook = {
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
    perLine: 2,
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
    columns: ['outcome', 'steps', 'tokens'],
    end: getMissionRowEnd,
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

/** A ring where a mission ended: filled where the agent finished by itself. */
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
