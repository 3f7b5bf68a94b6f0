import { formatAgentId, type Tick } from '../../../engine/core/indices.ts';
import type { ExemptCall } from '../../../engine/models/recorded/governance/exemptCases.ts';
import { RECORDED_INPUTS } from '../../../engine/models/recorded/recordedInputs.ts';
import { RECORDED_PARAMETERS } from '../../../engine/models/recorded/recordedParameters.ts';
import type { RuleRequest } from '../../../engine/models/recorded/reports/governanceReport.ts';
import { recordedQueries } from '../../../engine/models/recorded/reports/recordedQueries.ts';
import type { OwnInput, RunConfig } from '../../../engine/setup/config.ts';
import { looksLikeTable } from '../../../engine/traces/events/looksLikeTable.ts';
import { formatNounCount, pluralizeNoun } from '../../lib/formatCounts.ts';
import { fitAgentName } from '../../model/fitAgentName.ts';
import type { ModelAppearance, ModelWords, SeriesAppearance } from '../../model/modelAppearance.ts';
import type { ModelPlugin } from '../../model/modelPlugin.ts';
import { createResource, type Resource } from '../../reading/resource.ts';
import { getRequestInterval, getSlowRequestInterval } from '../../resources/attendResources.ts';
import type { KnownFile } from '../../state/fileKinds.ts';
import type { PageState } from '../../state/pageState.ts';
import { getViewedTick } from '../../state/viewState.ts';
import { drawRowEnd } from '../../views/time/drawRowEnd.ts';
import { formatElapsedTime } from '../../words/runClock.ts';
import { applyFittingTick } from './applyFittingTick.ts';
import { formatRuleRequest } from './cases/bestRule.ts';
import { checkCasesView, getCasesView } from './casesView.ts';
import { getDrawnChartPart } from './chart/getDrawnChartPart.ts';
import { getClockCase } from './clock/getClockCase.ts';
import { CASE_SORTS, getCaseRowEnd, listCaseColumns } from './costs/caseRows.ts';
import { countLive, describeBehind } from './live/describeLive.ts';
import { getLiveCase } from './live/getLiveCase.ts';
import { noteRecordingEnd } from './noteRecordingEnd.ts';
import {
  applyRecordedFrame,
  CASE_PICKED,
  getCasesQuestion,
  getRecordedPart,
  isFollowing,
  RECORDED,
} from './recordedPart.ts';
import { RECORDED_VIEWS } from './recordedViews.tsx';
import { FORMER_VISITS } from './states/formerVisits.ts';

type Sent = readonly (readonly [agent: number, sender: number])[];

interface FoldedCases {
  readonly sent: Sent;
  readonly open: string;
  readonly folded: ReadonlySet<number>;
}

let lastFolded: FoldedCases | null = null;

/** Cases of sub-agents, unless a case of their family is selected or pinned: a press on the case that sent them shows them. */
export function findFoldedCases(state: PageState): ReadonlySet<number> | null {
  const sent = getRecordedPart(state).reading?.sent ?? [];
  if (sent.length === 0) return null;
  const shown = [...state.selection.agents, ...state.pinned];
  const open = shown.join(' ');
  if (lastFolded?.sent !== sent || lastFolded.open !== open)
    lastFolded = { sent, open, folded: computeFoldedCases(sent, shown) };
  return lastFolded.folded;
}

function computeFoldedCases(sent: Sent, shown: readonly number[]): ReadonlySet<number> {
  const senderOf = new Map(sent);
  const rootOf = (agent: number): number => {
    let root = agent;
    for (let next = senderOf.get(root); next !== undefined; next = senderOf.get(root)) root = next;
    return root;
  };
  const open = new Set(shown.map(rootOf));
  return new Set(sent.flatMap(([agent]) => (open.has(rootOf(agent)) ? [] : [agent])));
}

const CALLS: SeriesAppearance = { names: ['calls'], hue: { palette: 0 }, one: 'call', many: 'calls' };
const MESSAGES: SeriesAppearance = {
  names: ['messages'],
  hue: { ink: 'hairStrong' },
  one: 'message',
  many: 'messages',
};

/**
 * Heights of the bars by a state's position, in pixels. Neighbours differ so that they are distinguishable without
 * colour.
 */
const HEIGHTS = [2, 9, 5, 7, 4, 8, 3, 6];

/** Words for a tick that is one step of every case. */
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
/** The same for a tick that is a stretch of recorded time. */
const BY_TIME: ModelWords = { ...BY_STEP, tick: 'tick', Tick: 'Tick', axis: 'recorded time, in ticks' };

/** Recorded cases, each a dot. */
const RECORDED_APPEARANCE: ModelAppearance = {
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
  room: 240,
  keepsRoom: true,
  isOver: state => getRecordedPart(state).frame?.isOver ?? false,
  status: state =>
    (describeBehind(state) || countLive(state)).replace(/^[a-z]/, letter => letter.toUpperCase()),
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
  },
  timelines: {
    nameIn: fitAgentName,
    note: 'height and colour are the state',
    sorts: CASE_SORTS,
    marks: () => new Map(),
    folded: findFoldedCases,
    // Costs, and the present of a run that is followed.
    watch: getRecordedPart,
    findLastTick: (state, agent) => getLiveCase(state, agent)?.last ?? null,
    ends: { columns: listCaseColumns, describe: getCaseRowEnd, draw: drawRowEnd },
  },
  intro({ run }) {
    const agents = run?.info.config.agents ?? 0;
    return [
      `${formatNounCount(agents, 'case')} ${pluralizeNoun(agents, 'is', 'are')} played again from ${pluralizeNoun(agents, 'its trace', 'their traces')}: nothing is asked, and nothing is left to chance.`,
      'A dot is a case, its box what it is doing.',
    ];
  },
  standOut: FORMER_VISITS,
  chartNote: 'each dot is one case',
  asks: 'completion',
  policy: 'Nothing is decided: what was recorded is played again.',
  sent: 'nothing',
  takes: 'traces of agents (OpenTelemetry, messages with tool calls, event logs; also .gz and .zip)',
};

const DAY = 86_400;

/** Recorded time from the beginning to the end of a tick: "01:05", "0.25 s", "3 d 04:00"; '' if a tick is a step. */
function formatRecordedClock({ parameters }: Pick<RunConfig, 'parameters'>, tick: Tick): string {
  if (parameters.by_time !== true) return '';
  const each = Number(parameters.tick_seconds);
  const seconds = Math.max(0, tick * each);
  if (each < 1 && seconds < 60) return `${Number(seconds.toFixed(2))} s`;
  if (seconds < 2 * DAY) return formatElapsedTime(seconds);
  const minutes = Math.floor((seconds % DAY) / 60);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(seconds / DAY)} d ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Matches a mapping of states and nothing else. */
const MAPPING = /^\s*\{\s*"preset"\s*:|^\s*\{[^[]*"rules"\s*:\s*\[\s*\{\s*"(on|match|state)"\s*:/;

/** Matches a reading of traces. */
const READING =
  /^\s*\{\s*"(?:(?:columns|only|object_type|dates|decimals)"\s*:\s*[{"]|errors_in_results"\s*:\s*(?:true|false))/;

/** Matches a text with a line of JSON, which logs may start with later. */
const WITH_JSON = /^\s*[{[]/m;

/**
 * Classifies a file by its content: a reference chart, a mapping of steps to states, a reading, or traces. Null for
 * prose and other texts.
 */
function findTraceInput({ kind }: KnownFile): OwnInput | null {
  if (kind.form === 'chart') return 'given';
  if (READING.test(kind.head)) return 'reading';
  if (kind.form === 'text' && !looksLikeTable(kind.head) && !WITH_JSON.test(kind.head)) return null;
  return MAPPING.test(kind.head) ? 'mapping' : 'traces';
}

const isClockShown = (state: PageState): boolean => state.run !== null && getCasesQuestion(state) === 'clock';

const clock = createResource({
  subject: state => (isClockShown(state) ? 'clock' : null),
  ask: engine => recordedQueries.ask(engine, 'clock', null),
  isTimeless: true,
  keep: (state, answer) => state.know(RECORDED, { clock: answer }),
});

const calls = createResource({
  subject: state => (isClockShown(state) ? getClockCase(state) : null),
  stale: state => [getViewedTick(state)],
  ask: (engine, agent) => recordedQueries.ask(engine, 'calls', agent),
  keep: (state, answer) => state.know(RECORDED, { calls: answer }),
  pace: getSlowRequestInterval,
});

const trace = createResource({
  subject: getClockCase,
  stale: state => [getViewedTick(state)],
  ask: (engine, agent) => recordedQueries.ask(engine, 'trace', agent),
  keep: (state, answer) => state.know(RECORDED, { trace: answer }),
  clear: state => state.know(RECORDED, { trace: null }),
  pace: getRequestInterval,
});

const reading = createResource({
  subject: ({ run }) => (run === null ? null : 'reading'),
  ask: engine => recordedQueries.ask(engine, 'reading', null),
  isTimeless: true,
  keep: (state, answer) => state.know(RECORDED, { reading: answer }),
  clear: state => state.know(RECORDED, { reading: null }),
});

const costs = createResource({
  subject: ({ run }) => (run === null ? null : 'costs'),
  ask: engine => recordedQueries.ask(engine, 'costs', null),
  isTimeless: true,
  keep: (state, answer) => state.know(RECORDED, { costs: answer }),
  clear: state => state.know(RECORDED, { costs: null }),
});

const mapping = createResource({
  subject: state => {
    const isWanted = getCasesQuestion(state) === 'states' || state.selection.state !== null;
    return state.run !== null && isWanted ? 'mapping' : null;
  },
  ask: engine => recordedQueries.ask(engine, 'mapping', null),
  isTimeless: true,
  keep: (state, answer) => state.know(RECORDED, { mapping: answer }),
  clear: state => state.know(RECORDED, { mapping: null }),
});

/** Milliseconds after which rules are asked for: the first picture comes before them. */
const AFTER_PICTURE = 500;

/** All rules; the whole of the traces is known from the start. Those with other exemptions stay until the new ones are there. */
const rules = createResource({
  // Equal lists are equal texts.
  subject: state => (state.run === null ? null : JSON.stringify(getCasesView(state).exempt)),
  ask: (engine, exempt) => recordedQueries.ask(engine, 'rules', JSON.parse(exempt) as readonly ExemptCall[]),
  isTimeless: true,
  delay: () => AFTER_PICTURE,
  keep: (state, answer) => state.know(RECORDED, { rules: answer }),
  clear: state => state.know(RECORDED, { rules: [] }),
  failed: state => state.know(RECORDED, { rules: [] }),
});

const rule = createResource({
  // Equal requests are equal texts.
  subject: state => (state.run === null ? null : formatRuleRequest(state)),
  ask: (engine, request) => recordedQueries.ask(engine, 'rule', JSON.parse(request) as RuleRequest),
  isTimeless: true,
  delay: () => AFTER_PICTURE,
  keep: (state, answer) => state.know(RECORDED, { rule: answer }),
  // The report on another threshold stays until the new one is there.
  clear: state => state.run === null && state.know(RECORDED, { rule: null }),
  failed: state => state.know(RECORDED, { rule: null }),
});

const ways = createResource({
  subject: ({ run }) => (run === null ? null : 'ways'),
  ask: engine => recordedQueries.ask(engine, 'ways', null),
  isTimeless: true,
  keep: (state, answer) => state.know(RECORDED, { ways: answer }),
  clear: state => state.know(RECORDED, { ways: null }),
});

const flow = createResource({
  subject: ({ run }) => (run === null ? null : 'flow'),
  ask: engine => recordedQueries.ask(engine, 'flow', null),
  isTimeless: true,
  keep: (state, answer) => state.know(RECORDED, { flow: answer }),
  clear: state => state.know(RECORDED, { flow: null }),
});

const live = createResource({
  // A link to a live run, or a document of one, has cases under way as well.
  subject: state => (isFollowing(state) || state.run?.setup.parameters?.under_way === true ? 'live' : null),
  stale: ({ head }) => [head],
  ask: engine => recordedQueries.ask(engine, 'live', null),
  isTimeless: true,
  keep: (state, answer) => state.know(RECORDED, { live: answer }),
  clear: state => state.know(RECORDED, { live: null }),
});

const tuned = createResource({
  subject: state => (state.run !== null && getRecordedPart(state).tunedWishes > 0 ? 'tuned' : null),
  stale: state => [getRecordedPart(state).tunedWishes],
  ask: engine => recordedQueries.ask(engine, 'tuned', null),
  isTimeless: true,
  keep: (state, answer) => state.know(RECORDED, { tuned: answer }),
  clear: state => state.know(RECORDED, { tuned: null }),
  meanwhile: state => state.know(RECORDED, { tuned: 'asked' }),
  failed: state => state.know(RECORDED, { tuned: null, tunedWishes: 0 }),
});

/** Engine queries of the views of recorded cases. */
const RECORDED_RESOURCES: readonly Resource[] = [
  trace,
  reading,
  flow,
  costs,
  mapping,
  rules,
  rule,
  ways,
  tuned,
  live,
  clock,
  calls,
  noteRecordingEnd,
];

/** The model's half of the page. */
export const RECORDED_PLUGIN: ModelPlugin = {
  name: RECORDED.model,
  look: RECORDED_APPEARANCE,
  views: RECORDED_VIEWS,
  resources: RECORDED_RESOURCES,
  address: async () => ({ parameters: RECORDED_PARAMETERS }),
  checkView: checkCasesView,
  afterFrame: applyRecordedFrame,
  withAgents: () => CASE_PICKED.initial,
  letGo(own) {
    const { step } = { ...CASE_PICKED.initial, ...own };
    return step === null ? null : CASE_PICKED.initial;
  },
  follow: (page, fragment, query) =>
    void import('./cases/followReceiver.ts').then(({ followReceiver }) =>
      followReceiver(page, fragment, query),
    ),
  search: (engine, words) => recordedQueries.ask(engine, 'search', words),
};
