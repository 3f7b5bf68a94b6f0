import { formatAgentId } from '../../../engine/core/indices.ts';
import { LIBRARIAN_INPUTS } from '../../../engine/models/librarian/inputs/librarianInputs.ts';
import { LIBRARIAN_PARAMETERS } from '../../../engine/models/librarian/librarianParameters.ts';
import { librarianQueries } from '../../../engine/models/librarian/reports/librarianQueries.ts';
import { formatNounCount, pluralizeNoun } from '../../lib/formatCounts.ts';
import { fitAgentName } from '../../model/fitAgentName.ts';
import type { ModelAppearance, RowEnd, SeriesAppearance } from '../../model/modelAppearance.ts';
import type { ModelPlugin } from '../../model/modelPlugin.ts';
import type { PageState, RunState } from '../../state/pageState.ts';
import { drawRowEnd } from '../../views/time/drawRowEnd.ts';
import { formatElapsedTime } from '../../words/runClock.ts';
import { hasPolicyStrategies } from './describeRecall.ts';
import { findReaderInput } from './findReaderInput.ts';
import { applyLibrarianFrame, getLibrarianPart, LIBRARIAN, READER_PICKED } from './librarianPart.ts';
import { LIBRARIAN_RESOURCES } from './librarianResources.ts';
import { LIBRARIAN_VIEWS } from './librarianViews.tsx';
import { placeLibrarianChart } from './placeLibrarianChart.ts';

const MEMORY_ACTIONS: SeriesAppearance = {
  names: ['adds', 'loads', 'saves', 'removes'],
  hue: { state: 'executing' },
  one: 'memory action',
  many: 'memory actions',
};
const PAGINGS: SeriesAppearance = {
  names: ['pagings'],
  hue: { state: 'paging' },
  one: 'paging',
  many: 'pagings',
};
const FAILURE_SERIES: SeriesAppearance = {
  names: ['failures'],
  hue: { ink: 'ink' },
  one: 'went wrong',
  many: 'went wrong',
};

const READER_COLUMNS: readonly string[] = ['strategy', 'recalled'];

/** Readers of a long text with a finite working memory and an unbounded storage. */
const LIBRARIAN_APPEARANCE: ModelAppearance = {
  place: placeLibrarianChart,
  words: {
    tick: 'cycle',
    Tick: 'Cycle',
    agent: ['librarian', 'librarians'],
    person: ['librarian', 'librarians'],
    axis: 'cycle, simulated time',
    another: 'the same texts, read differently',
    active: 'going on',
    resting: 'stopped',
  },
  presets: [
    { value: 'thirds', label: 'Thirds', title: 'a third each careful, hasty and sliding, on the same texts' },
    {
      value: 'tight',
      label: 'Tight',
      title: 'the same with a quarter of the memory: for models with a small context',
    },
    { value: 'pairs', label: 'Pairs', title: 'half of them careful, half hasty, on the same texts' },
    { value: 'careful', label: 'Careful', title: 'all file by topic, and load before they answer' },
    { value: 'hasty', label: 'Hasty', title: 'all answer from the notes that are in front of them' },
    { value: 'sliding', label: 'Sliding', title: 'all keep the latest passages whole, and never load' },
  ],
  networks: [],
  inputOf: findReaderInput,
  inputs: LIBRARIAN_INPUTS,
  from: 0,
  pixels: [10, 8, 4],
  room: 200,
  keepsRoom: true,
  isOver(state) {
    const { frame } = getLibrarianPart(state);
    return frame !== null && frame.stopped === state.run?.info.config.agents;
  },
  clock: ({ tickSeconds }, tick) => formatElapsedTime(tick * tickSeconds),
  idOf: formatAgentId,
  states: {
    title: 'States',
    under: 'agents in each',
    band: state => state,
    apart: 'stopped',
    short: state => state,
    heights: { thinking: 3, executing: 6, paging: 9, stopped: 1 },
  },
  actions: {
    title: 'Actions',
    stack: [MEMORY_ACTIONS, PAGINGS, FAILURE_SERIES],
    spoken: [MEMORY_ACTIONS, PAGINGS, FAILURE_SERIES],
  },
  timelines: {
    nameIn: fitAgentName,
    note: 'taller is executing, tallest is paging',
    sorts: [
      {
        value: 'recall',
        label: 'best recall first',
        order: () => ({ by: 'model', order: 'recall', focus: null }),
      },
    ],
    marks: () => new Map(),
    watch: state => getLibrarianPart(state).rows,
    ends: { columns: () => READER_COLUMNS, describe: getReaderRowEnd, draw: drawRowEnd },
  },
  intro({ run }) {
    const agents = run?.info.config.agents ?? 0;
    return [
      `${formatNounCount(agents, 'librarian')} ${pluralizeNoun(agents, 'reads', 'read')} one text; what does not fit into memory has to be put away.`,
      'A dot is a librarian, its box what it is doing.',
    ];
  },
  chartNote: 'each dot is one librarian',
  asks: 'completion',
  policy: 'Three reading strategies, careful, hasty and sliding, answer every prompt by fixed rules.',
  sent: 'what the librarian has in its working memory, the tags of its storage, its thinking log, and the passage or question in front of it, from your own texts if you brought any',
  takes: 'texts to read (.md, .txt), memory.json, config.json',
};

/** "careful ■■■□ 3/4". */
function getReaderRowEnd(state: PageState, run: RunState, agent: number): RowEnd | null {
  const row = getLibrarianPart(state).rows.get(agent);
  if (row === undefined) return null;
  return {
    words: hasPolicyStrategies({ run }) ? row.strategy : '',
    strong: '',
    numbers: [row.marks.length === 0 ? '–' : `${row.right}/${row.marks.length}`],
    isWaiting: false,
    boxes: row.marks.map(mark => mark === 'right'),
  };
}

/** The model's half of the page. */
export const LIBRARIAN_PLUGIN: ModelPlugin = {
  name: LIBRARIAN.model,
  look: LIBRARIAN_APPEARANCE,
  views: LIBRARIAN_VIEWS,
  resources: LIBRARIAN_RESOURCES,
  address: async () => ({ parameters: LIBRARIAN_PARAMETERS }),
  afterFrame: applyLibrarianFrame,
  withAgents: () => READER_PICKED.initial,
  letGo(own) {
    const { span } = { ...READER_PICKED.initial, ...own };
    return span === null ? null : READER_PICKED.initial;
  },
  search: (engine, words) => librarianQueries.ask(engine, 'search', words),
};
