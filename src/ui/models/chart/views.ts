import { lazily } from '../../controls/lazily.tsx';
import { soon } from '../../controls/soon.ts';
import { helpWith } from '../helpWith.tsx';
import type { ModelViews } from '../plugin.ts';
import { ChartChoices } from './ChartChoices.tsx';
import { FlowView } from './FlowView.tsx';
import { Chip, Sentence } from './headline.tsx';
import { TransitionList } from './TransitionList.tsx';

/** Agents that follow a chart of anybody's: what flows between its states, and why an agent may move. */
export const CHART_VIEWS: ModelViews = {
  Place: FlowView,
  Overview: TransitionList,
  overview: 'Transitions',
  Agent: lazily(soon(async () => (await import('./ChartAgent.tsx')).ChartAgent)),
  Sentence,
  Chip,
  Choices: ChartChoices,
  Facts: lazily(async () => (await import('./ChartFacts.tsx')).ChartFacts),
  ChartNotes: null,
  Help: helpWith(async () => (await import('./help.ts')).HELP),
};
