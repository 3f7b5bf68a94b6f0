import { formatAgentId } from '../../../engine/core/indices.ts';
import { WORKFLOW_INPUTS } from '../../../engine/models/workflow/inputs/workflowInputs.ts';
import { workflowQueries } from '../../../engine/models/workflow/reports/workflowQueries.ts';
import { WORKFLOW_PARAMETERS } from '../../../engine/models/workflow/workflowParameters.ts';
import { formatGroupedInteger, formatNounCount, pluralizeNoun } from '../../lib/formatCounts.ts';
import { fitAgentName } from '../../model/fitAgentName.ts';
import type { ModelAppearance, RowMark, SeriesAppearance } from '../../model/modelAppearance.ts';
import type { ModelPlugin } from '../../model/modelPlugin.ts';
import type { PageState } from '../../state/pageState.ts';
import { getViewedTick } from '../../state/viewState.ts';
import { createTextOpener } from '../../views/side/createTextOpener.ts';
import { BROKEN, MADE, SOLD } from './exchange/exchangeWords.ts';
import { findWorkflowInput } from './findWorkflowInput.ts';
import { OWN_WORKFLOW } from './ownWorkflow.ts';
import { applyWorkflowFrame, getWorkflowPart, WORKFLOW } from './workflowPart.ts';
import { WORKFLOW_RESOURCES } from './workflowResources.ts';
import { WORKFLOW_TEXT } from './workflowText.ts';
import { WORKFLOW_VIEWS } from './workflowViews.tsx';

const MADE_SERIES: SeriesAppearance = {
  names: ['make', 'rework'],
  hue: { palette: MADE },
  one: 'made',
  many: 'made',
};
const TESTED: SeriesAppearance = { names: ['test'], hue: { palette: BROKEN }, one: 'tested', many: 'tested' };
const OFFERED: SeriesAppearance = {
  names: ['ship'],
  hue: { palette: SOLD },
  one: 'offered',
  many: 'offered',
};
const CHOSEN: SeriesAppearance = { names: ['chosen'], hue: { palette: 4 }, one: 'chosen', many: 'chosen' };
const FAILED: SeriesAppearance = {
  names: ['failed'],
  hue: { ink: 'ink' },
  one: 'failed step',
  many: 'failed steps',
};

/**
 * Heights of the bars by a state's position, in pixels. Neighbours differ so that they are distinguishable without
 * colour.
 */
const HEIGHTS = [3, 5, 7, 6, 4, 9, 8, 2];

/** Traders with a YAML for chart, steps and prompts, which is edited next to them. */
export const WORKFLOW_APPEARANCE: ModelAppearance = {
  place: null,
  words: {
    tick: 'tick',
    Tick: 'Tick',
    agent: ['agent', 'agents'],
    person: ['agent', 'agents'],
    axis: 'tick',
    another: 'the same workflow with other luck',
    active: 'moved on',
    resting: 'where they began',
  },
  presets: [
    {
      value: 'completed',
      label: 'Completed example',
      title: 'the specification’s agent, with the edges and steps that its fragments leave out',
    },
    { value: 'careful', label: 'Careful', title: 'tests and reworks until it works, then ships' },
    {
      value: 'pivoting',
      label: 'Pivoting',
      title: 'gives up early, and is pulled back by the wildcard edge',
    },
    { value: 'careless', label: 'Careless', title: 'ships untested, and drops what is sent back' },
    {
      value: 'fragments',
      label: 'Fragments',
      title: 'the specification’s fragments as they stand: nobody gets past observing',
    },
  ],
  presetsAre: 'workflow',
  networks: [],
  inputOf: findWorkflowInput,
  inputs: WORKFLOW_INPUTS,
  from: 0,
  pixels: [10, 8, 4],
  room: 180,
  keepsRoom: true,
  isOver(state) {
    const { run } = state;
    if (run === null) return false;
    const { agents, parameters } = run.info.config;
    return (
      getViewedTick(state) >= Number(parameters.ticks) || getWorkflowPart(state).frame?.stopped === agents
    );
  },
  // Of a run that ended by its length alone more could happen.
  status(state) {
    const { run, head } = state;
    if (run === null || head < Number(run.info.config.parameters.ticks)) return '';
    return getWorkflowPart(state).frame?.stopped === run.info.config.agents
      ? ''
      : 'The run has reached its length; Reset starts again';
  },
  clock: ({ parameters }) => `of ${formatGroupedInteger(Number(parameters.ticks))}`,
  hasPlainAxis: true,
  idOf: formatAgentId,
  isNamedById: true,
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
    title: 'Actions',
    stack: [MADE_SERIES, TESTED, OFFERED, CHOSEN, FAILED],
    spoken: [MADE_SERIES, TESTED, OFFERED, FAILED],
  },
  timelines: {
    nameIn: fitAgentName,
    note: 'a ring is a pivot by the wildcard edge',
    sorts: [
      {
        value: 'profit',
        label: 'most made by selling first',
        order: () => ({ by: 'model', order: 'profit', focus: null }),
      },
    ],
    marks: collectPivotMarks,
    watch: state => getWorkflowPart(state).rows,
  },
  intro({ run }) {
    const agents = run?.info.config.agents ?? 0;
    return [
      `${formatNounCount(agents, 'agent')} ${pluralizeNoun(agents, 'follows', 'follow')} one workflow, and ${pluralizeNoun(agents, 'sells', 'sell')} what they make to one another.`,
      'A dot is an agent, its box the state of the workflow that it is in.',
    ];
  },
  chartNote: 'each dot is one agent',
  asks: 'completion',
  policy:
    'It goes by what is in hand and by a word such as “test” in a step’s name, else its state, else its prompt; of a prompt it sees nothing else but “new” and listed answers.',
  sent: 'the prompt of the step as written in the workflow, with what the agent has made, sold and done, and whatever the prompts of your own workflow say',
  takes: 'a workflow (.yaml)',
};

/** Marks agents that took a wildcard edge. */
function collectPivotMarks(
  page: PageState,
  agents: readonly number[],
): ReadonlyMap<number, readonly RowMark[]> {
  const { run } = page;
  const { rows } = getWorkflowPart(page);
  const transitions = run?.info.chart.transitions ?? [];
  const target = transitions.find(({ wildcard }) => wildcard)?.target;
  const only = transitions.every(({ wildcard, target: to }) => !wildcard || to === target);
  const state = only && target !== undefined ? run!.info.chart.states.indexOf(target) : null;
  return new Map(
    agents.map(agent => [agent, (rows.get(agent)?.pivots ?? []).map((tick): RowMark => ({ tick, state }))]),
  );
}

/** The model's half of the page. */
export const WORKFLOW_PLUGIN: ModelPlugin = {
  name: WORKFLOW.model,
  look: WORKFLOW_APPEARANCE,
  views: WORKFLOW_VIEWS,
  resources: WORKFLOW_RESOURCES,
  address: async () => ({ parameters: WORKFLOW_PARAMETERS }),
  afterFrame: applyWorkflowFrame,
  open: createTextOpener(WORKFLOW_TEXT),
  textOf: async run => (await workflowQueries.ask(run, 'workflow', null)).text,
  kept: OWN_WORKFLOW,
  search: (engine, words) => workflowQueries.ask(engine, 'search', words),
};
