import { formatAgentId } from '../../../engine/core/indices.ts';
import { CHART_PARAMETERS } from '../../../engine/models/chart/chartParameters.ts';
import { CHART_INPUTS } from '../../../engine/models/chart/chartSpec.ts';
import { chartQueries } from '../../../engine/models/chart/reports/chartQueries.ts';
import type { OwnInput } from '../../../engine/setup/config.ts';
import { finishOpeningText } from '../../files/draftEditing.ts';
import { formatNounCount, pluralizeNoun } from '../../lib/formatCounts.ts';
import { fitAgentName } from '../../model/fitAgentName.ts';
import type { ModelAppearance, SeriesAppearance } from '../../model/modelAppearance.ts';
import type { ModelPlugin } from '../../model/modelPlugin.ts';
import { createResource, type Resource } from '../../reading/resource.ts';
import type { KnownFile } from '../../state/fileKinds.ts';
import { NETWORKS } from '../../views/network/networks.ts';
import { createTextOpener } from '../../views/side/createTextOpener.ts';
import { getEditorText } from '../../views/side/sideText.ts';
import { applyChartFrame, CHART, getChartPart } from './chartPart.ts';
import { CHART_TEXT, checkChartProblems } from './chartText.ts';
import { CHART_VIEWS } from './chartViews.tsx';
import { OWN_CHART } from './ownChart.ts';

/** A statechart as SCXML or JSON; a network; anything else that is a text may be an edge list. */
const findChartInput = ({ kind }: KnownFile): OwnInput | null => {
  if (kind.form === 'chart' || kind.form === 'json') return 'chart';
  return ['network', 'text', 'table'].includes(kind.form) ? 'network' : null;
};

const createChartSeries = (name: string, palette: number, one: string, many = one): SeriesAppearance => ({
  names: [name],
  hue: { palette },
  one,
  many,
});
const NEIGHBOURS = createChartSeries('neighbours', 0, 'neighbours');
const RATES = createChartSeries('rates', 1, 'rates');
const EVENTS = createChartSeries('events', 2, 'events');
const TIMEOUTS = createChartSeries('timeouts', 4, 'timeouts');

/**
 * Heights of the bars by a state's position, in pixels. Neighbours differ so that they are distinguishable without
 * colour.
 */
const HEIGHTS = [2, 9, 5, 7, 4, 8, 3, 6];

/** Agents that follow a chart of anybody's. */
const CHART_APPEARANCE: ModelAppearance = {
  place: null,
  words: {
    tick: 'tick',
    Tick: 'Tick',
    agent: ['agent', 'agents'],
    person: ['agent', 'agents'],
    axis: 'tick',
    another: 'the same chart with other luck',
    active: 'moved on',
    resting: 'where they began',
  },
  presets: [
    { value: 'sir', label: 'SIR', title: 'an infection from which one recovers for good' },
    { value: 'sis', label: 'SIS', title: 'an infection that leaves nobody immune' },
    {
      value: 'vaccination',
      label: 'Vaccination',
      title: 'SIR in a society of which a share was vaccinated before',
    },
    { value: 'opinion', label: 'Opinion', title: 'two opinions spread, and doubt between them' },
    {
      value: 'society',
      label: 'Social agent',
      title: 'asked what to do with a post, by weights or by a language model',
    },
    { value: 'vending', label: 'Vending machine', title: 'events come by chance: coins, choices, defects' },
    { value: 'watch', label: 'Watch', title: 'regions, a history, a stopwatch within: after Harel' },
  ],
  presetsAre: 'chart',
  networks: NETWORKS,
  inputOf: findChartInput,
  inputs: CHART_INPUTS,
  from: 0,
  pixels: [8, 6, 4],
  room: 120,
  keepsRoom: true,
  isOver: state => getChartPart(state).frame?.isOver ?? false,
  clock: () => '',
  hasPlainAxis: true,
  idOf: formatAgentId,
  states: {
    title: 'States',
    under: 'agents in each',
    apart: null,
    band: state => state,
    short: state => state,
    heights: {},
    heightAt: position => HEIGHTS[position % HEIGHTS.length],
  },
  actions: {
    title: 'Moves',
    stack: [NEIGHBOURS, RATES, EVENTS, TIMEOUTS],
    spoken: [NEIGHBOURS, RATES, EVENTS, TIMEOUTS],
  },
  timelines: {
    nameIn: fitAgentName,
    note: 'height and colour are the state',
    sorts: [],
    marks: () => new Map(),
    watch: () => null,
  },
  intro({ run }) {
    const agents = run?.info.config.agents ?? 0;
    return [
      `${formatNounCount(agents, 'agent')} on a network ${pluralizeNoun(agents, 'follows', 'follow')} one statechart: what they do next hangs on chance, and on whom they follow.`,
      'A dot is an agent, its box the state that it is in.',
    ];
  },
  chartNote: 'each dot is one agent',
  asks: 'choice',
  policy: 'Events are chosen by the weights of their transitions.',
  sent: 'what the chart’s state asks, and the events to choose from',
  takes:
    'a statechart (.scxml, .json, .mmd), a network (GEXF, GraphML, …, or two accounts a line, such as anna,ben)',
};

/** Milliseconds after the last key before the text is checked. */
const TYPED = 150;

const inputs = createResource({
  subject: ({ run }) => run?.info.epoch ?? null,
  ask: engine => chartQueries.ask(engine, 'text', null),
  keep(state, text) {
    state.know(CHART, { inputs: text });
    state.edit(edits => finishOpeningText(edits, text.text));
  },
});

const check = createResource({
  subject: state => getEditorText(CHART_TEXT, state),
  ask: checkChartProblems,
  keep: (state, answer, text) => state.know(CHART, { check: { ...answer, text } }),
  delay: state => (getChartPart(state).check === null ? 0 : TYPED),
});

/** The chart's text, and what is wrong with the one in the editor. */
const CHART_RESOURCES: readonly Resource[] = [inputs, check];

/** The model's half of the page. */
export const CHART_PLUGIN: ModelPlugin = {
  name: CHART.model,
  look: CHART_APPEARANCE,
  views: CHART_VIEWS,
  resources: CHART_RESOURCES,
  address: async () => ({ parameters: CHART_PARAMETERS }),
  afterFrame: applyChartFrame,
  open: createTextOpener(CHART_TEXT),
  textOf: async run => (await chartQueries.ask(run, 'text', null)).text,
  kept: OWN_CHART,
};
