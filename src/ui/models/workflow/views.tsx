import { createLazyView } from '../../controls/createLazyView.tsx';
import { preloadOnActivity } from '../../controls/preloadOnActivity.ts';
import type { ModelViews } from '../../model/plugin.ts';
import { createHelpDialog } from '../../views/setup/createHelpDialog.tsx';
import { ChartNotes } from './ChartNotes.tsx';
import { ExchangeView } from './exchange/ExchangeView.tsx';
import { MarketOverview } from './exchange/MarketOverview.tsx';
import { Chip, Sentence } from './headline.tsx';
import { WorkflowChoices } from './WorkflowChoices.tsx';
import { WORKFLOW_TEXT } from './workflowText.ts';

/** Placeholder for the editor while it is loaded. */
const Loading = <section aria-busy="true" />;

/** A workflow: its text to edit, what its agents make and sell, why they did what they did. The heavier parts are loaded when they are shown. */
export const WORKFLOW_VIEWS: ModelViews = {
  Place: ExchangeView,
  Overview: MarketOverview,
  overview: 'Market',
  Agent: createLazyView(preloadOnActivity(async () => (await import('./TraderAgent.tsx')).TraderAgent)),
  Side: createLazyView(
    async () => (await import('../../views/side/Side.tsx')).createSideEditor(WORKFLOW_TEXT),
    Loading,
  ),
  Steps: createLazyView(async () =>
    (await import('../../views/statistics/StepsTable.tsx')).createStepsTable(WORKFLOW_TEXT),
  ),
  Sentence,
  Chip,
  Choices: WorkflowChoices,
  Facts: createLazyView(async () => (await import('./WorkflowFacts.tsx')).WorkflowFacts),
  ChartNotes,
  Help: createHelpDialog(
    async () => (await import('./help.ts')).HELP,
    async () => (await import('./help.ts')).EXAMPLES,
  ),
};
