import { lazily } from '../../controls/lazily.tsx';
import { soon } from '../../controls/soon.ts';
import { placeOf } from '../../hooks/placeOf.tsx';
import type { ModelViews } from '../../model/plugin.ts';
import { helpWith } from '../../views/setup/helpWith.tsx';
import { ChartChoices } from './ChartChoices.tsx';
import { CHART_TEXT } from './chartText.ts';
import { FlowView } from './FlowView.tsx';
import { Chip, Sentence } from './headline.tsx';
import { TransitionList } from './TransitionList.tsx';

/** Placeholder for the editor while it is loaded. */
const Loading = <section aria-busy="true" />;

/** Agents that follow a chart of anybody's: what flows between its states, and why an agent may move. */
export const CHART_VIEWS: ModelViews = {
  Place: placeOf(
    FlowView,
    lazily(async () => (await import('./ChartNetwork.tsx')).ChartNetwork),
  ),
  Overview: TransitionList,
  overview: 'Transitions',
  Side: lazily(async () => (await import('../../views/side/Side.tsx')).sideOf(CHART_TEXT), Loading),
  Agent: lazily(soon(async () => (await import('./ChartAgent.tsx')).ChartAgent)),
  Sentence,
  Chip,
  Choices: ChartChoices,
  Facts: lazily(async () => (await import('./ChartFacts.tsx')).ChartFacts),
  ChartNotes: null,
  Help: helpWith(async () => (await import('./help.ts')).HELP),
};
