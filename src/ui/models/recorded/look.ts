import { formatAgentId } from '../../../engine/core/indices.ts';
import { RECORDED_INPUTS } from '../../../engine/models/recorded/inputs.ts';
import { formatNounCount, pluralizeNoun } from '../../lib/words.ts';
import { fitAgentName } from '../../model/fitAgentName.ts';
import type { ModelLook, ModelWords, SeriesLook } from '../../model/look.ts';
import { applyFittingTick } from './applyFittingTick.ts';
import { findFoldedCases } from './cases/folded.ts';
import { getDrawnChartPart } from './chart/getDrawnChartPart.ts';
import { findTraceInput } from './dropped.ts';
import { formatRecordedClock } from './formatRecordedClock.ts';
import { getRecordedPart } from './recordedPart.ts';

const CALLS: SeriesLook = { names: ['calls'], hue: { palette: 0 }, one: 'call', many: 'calls' };
const MESSAGES: SeriesLook = {
  names: ['messages'],
  hue: { ink: 'hairStrong' },
  one: 'message',
  many: 'messages',
};

/** Heights of bars by a state's position, pixels; neighbours differ, so that they can be told without colour. */
const HEIGHTS = [2, 9, 5, 7, 4, 8, 3, 6];

/** Words where a tick is one step of every case. */
const BY_STEP: ModelWords = {
  tick: 'step',
  Tick: 'Step',
  agent: ['case', 'cases'],
  person: ['case', 'cases'],
  axis: 'step',
  another: 'the same cases: nothing in them is left to chance',
  active: 'begun',
  resting: 'not begun',
};
/** The same where it is a stretch of recorded time. */
const BY_TIME: ModelWords = { ...BY_STEP, tick: 'tick', Tick: 'Tick', axis: 'recorded time, in ticks' };

/** Recorded cases, each a dot. */
export const RECORDED_LOOK: ModelLook = {
  place: null,
  drawnPart: getDrawnChartPart,
  words: BY_STEP,
  wordsOf: ({ config }) => (config.parameters.by_time === true ? BY_TIME : BY_STEP),
  presets: [
    {
      value: 'telecom',
      label: 'Telecom, fine-tuned',
      title: '40 cases of τ²-bench, by a model that sometimes runs away',
    },
    {
      value: 'retail',
      label: 'Retail, GPT-4.1',
      title: '40 cases of τ²-bench, by a model that keeps calm',
      tasks: 'retail',
    },
    {
      value: 'retail_tuned',
      label: 'Retail, fine-tuned',
      title: 'the same 40 tasks by GPT-4.1 after fine-tuning, without the texts',
      tasks: 'retail',
    },
  ],
  presetsAre: 'traces',
  readBy: { mapping: 'the choice of states', reading: 'the reading' },
  networks: [],
  inputOf: findTraceInput,
  inputs: RECORDED_INPUTS,
  from: 0,
  pixels: [17, 12, 8],
  room: 160,
  keepsRoom: true,
  isOver: state => getRecordedPart(state).frame?.isOver ?? false,
  lasts: state => getRecordedPart(state).frame?.lasts ?? null,
  clock: formatRecordedClock,
  suited: applyFittingTick,
  idOf: formatAgentId,
  states: {
    title: 'States',
    under: 'cases in each',
    band: state => state,
    short: state => state,
    heights: {},
    heightAt: position => HEIGHTS[position % HEIGHTS.length],
  },
  actions: {
    title: 'Steps',
    stack: [CALLS, MESSAGES],
    spoken: [CALLS, MESSAGES],
    perLine: 2,
  },
  timelines: {
    nameIn: fitAgentName,
    note: 'height and colour are the state',
    sorts: [
      {
        value: 'steps',
        label: 'most steps first',
        order: () => ({ by: 'model', order: 'steps', focus: null }),
      },
    ],
    marks: () => new Map(),
    folded: findFoldedCases,
    watch: () => null,
    columns: [],
    end: () => null,
  },
  intro({ run }) {
    const agents = run?.info.config.agents ?? 0;
    return [
      `${formatNounCount(agents, 'case')} ${pluralizeNoun(agents, 'is', 'are')} played again from ${pluralizeNoun(agents, 'its trace', 'their traces')}: nothing is asked, and nothing is left to chance.`,
      'A dot is a case, its box what it is doing.',
    ];
  },
  chartNote: 'each dot is one case',
  asks: 'completion',
  policy: 'Nothing is decided: what was recorded is played again.',
  sent: 'nothing',
  takes: 'traces of agents (OpenTelemetry, messages with tool calls, event logs; also .gz and .zip)',
};
