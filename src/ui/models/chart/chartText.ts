import { CHARTS } from '../../../engine/models/chart/bundledCharts.ts';
import { chartQueries } from '../../../engine/models/chart/reports/chartQueries.ts';
import type { RemoteEngine } from '../../contract/remoteEngine.ts';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { formatNounCount } from '../../lib/formatCounts.ts';
import type { SideText, TextTemplate } from '../../views/side/sideText.ts';
import { CHART, getChartPart } from './chartPart.ts';

/** The shortest chart that spreads: two states, a rate each way. */
const MINIMAL = `<scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:sc="https://statescope.dev/scxml"
       version="1.0" datamodel="null" name="own" initial="calm">
  <state id="calm">
    <!-- By itself, and from each neighbour who is excited. -->
    <transition sc:trigger="wakes up" sc:rate="0.01" target="excited"/>
    <transition sc:trigger="is carried away" sc:rate="0.1" sc:per="excited" target="excited"/>
  </state>
  <state id="excited">
    <transition sc:trigger="calms down" sc:rate="0.2" target="calm"/>
  </state>
</scxml>
`;

const MINIMAL_JSON = `{
  "name": "own",
  "states": ["calm", "excited"],
  "initial": "calm",
  "transitions": [
    { "trigger": "wakes up", "rate": 0.01, "source": "calm", "target": "excited" },
    { "trigger": "is carried away", "rate": 0.1, "per": "excited", "source": "calm", "target": "excited" },
    { "trigger": "calms down", "rate": 0.2, "source": "excited", "target": "calm" }
  ]
}
`;

/** Options under "New": minimal charts and the bundled ones. */
const TEMPLATES: readonly TextTemplate[] = [
  { name: 'own.scxml', label: 'minimal: two states, SCXML', text: async () => MINIMAL },
  { name: 'own.json', label: 'minimal: two states, JSON', text: async () => MINIMAL_JSON },
  ...CHARTS.map(name => ({
    name: `${name}-edited.scxml`,
    label: `a copy of ${name}`,
    text: () => fetchChartTemplate(`charts/${name}.scxml`),
  })),
];

/** @throws Error if it cannot be fetched */
async function fetchChartTemplate(path: string): Promise<string> {
  const response = await fetch(new URL(path, document.baseURI)).catch(() => null);
  if (!response?.ok) throw new Error(`${path} could not be loaded (${response?.status ?? 'no connection'})`);
  return response.text();
}

const isXmlChart = (name: string, text: string): boolean =>
  text.trim() === '' ? !name.endsWith('.json') : /^\s*</.test(text);

/** A run's chart, as it is edited. */
export const CHART_TEXT: SideText = {
  input: 'chart',
  title: 'Source',
  noun: 'statechart',
  accept: '.scxml,.xml,.json,.mmd,.md',
  type: 'text/plain',
  templates: TEMPLATES,
  snippets: [],
  language: (name, text) => (isXmlChart(name, text) ? 'xml' : /^\s*[{[]/.test(text) ? 'json' : 'yaml'),
  // A bundled chart that was changed is another file.
  editedName: name => name.replace(/(\.\w+)?$/, '-edited$1'),
  part: getChartPart,
  setReveal: (state, reveal) => state.know(CHART, { reveal }),
  namesIn: state => ({ variables: [], words: getChartPart(state).check?.names ?? [] }),
  check: checkChartProblems,
  unreadPrompts: listChangedQuestions,
  Table: createLazyView(async () => (await import('./TransitionTable.tsx')).TransitionTable),
};

/** The states that ask in both texts, but something else; of a chart that no table can show, none is known. */
async function listChangedQuestions(
  engine: RemoteEngine,
  before: string,
  after: string,
): Promise<readonly string[]> {
  const [was, is] = await Promise.all(
    [before, after].map(async text => (await chartQueries.ask(engine, 'checkChart', text)).table),
  );
  const earlier = new Map(was?.states.map(({ id, asks }) => [id, asks]));
  return (is?.states ?? []).flatMap(({ id, asks }) => {
    const other = earlier.get(id) ?? null;
    return asks !== null && other !== null && asks !== other ? [id] : [];
  });
}

/** Problems of a text, as the engine reads it. */
export async function checkChartProblems(engine: RemoteEngine, text: string) {
  const check = await chartQueries.ask(engine, 'checkChart', text);
  const { states, transitions } = check;
  const isWhole = states !== null && transitions !== null;
  const found = isWhole
    ? `${formatNounCount(states, 'state')}, ${formatNounCount(transitions, 'transition')}`
    : null;
  return { ...check, found };
}
