import { chartQueries } from '../../../engine/models/chart/reports/chartQueries.ts';
import type { RemoteEngine } from '../../contract/remoteEngine.ts';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { formatNounCount } from '../../lib/words.ts';
import type { SideText } from '../../views/side/sideText.ts';
import { CHART, getChartPart } from './chartPart.ts';
import { TEMPLATES } from './templates.ts';

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
  Table: createLazyView(async () => (await import('./TransitionTable.tsx')).TransitionTable),
};

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
