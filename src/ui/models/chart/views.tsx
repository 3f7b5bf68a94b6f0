import { createLazyView } from '../../controls/createLazyView.tsx';
import { preloadOnActivity } from '../../controls/preloadOnActivity.ts';
import { createPlaceView } from '../../hooks/createPlaceView.tsx';
import type { ModelViews } from '../../model/plugin.ts';
import { createHelpDialog } from '../../views/setup/createHelpDialog.tsx';
import { ChartChoices } from './ChartChoices.tsx';
import { CHART_TEXT } from './chartText.ts';
import { FlowView } from './FlowView.tsx';
import { Chip, Sentence } from './headline.tsx';
import { TransitionList } from './TransitionList.tsx';

/** Placeholder for the editor while it is loaded. */
const Loading = <section aria-busy="true" />;

/** Agents that follow a chart of anybody's: what flows between its states, and why an agent may move. */
export const CHART_VIEWS: ModelViews = {
  Place: createPlaceView(
    FlowView,
    createLazyView(async () => (await import('./ChartNetwork.tsx')).ChartNetwork),
  ),
  Overview: TransitionList,
  overview: 'Transitions',
  Side: createLazyView(
    async () => (await import('../../views/side/Side.tsx')).createSideEditor(CHART_TEXT),
    Loading,
  ),
  Agent: createLazyView(preloadOnActivity(async () => (await import('./ChartAgent.tsx')).ChartAgent)),
  Sentence,
  Chip,
  Choices: ChartChoices,
  Facts: createLazyView(async () => (await import('./ChartFacts.tsx')).ChartFacts),
  ChartNotes: null,
  Help: createHelpDialog(async () => (await import('./help.ts')).HELP),
};
