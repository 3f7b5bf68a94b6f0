import { lazily } from '../../controls/lazily.tsx';
import { soon } from '../../controls/soon.ts';
import { helpWith } from '../helpWith.tsx';
import type { ModelViews } from '../plugin.ts';
import { ChartNotes } from './ChartNotes.tsx';
import { Chip, Sentence } from './headline.tsx';
import { WorkflowChoices } from './WorkflowChoices.tsx';
import { WORKFLOW_TEXT } from './workflowText.ts';

/** Placeholder on the time axis while the exchange is loaded, and for the editor. */
const Loading = <section aria-busy="true" />;

/** A workflow: its text to edit, what its agents make and sell, why they did what they did. All of it is loaded when it is shown. */
export const WORKFLOW_VIEWS: ModelViews = {
  Place: lazily(async () => (await import('./ExchangeView.tsx')).ExchangeView, Loading),
  Overview: lazily(async () => (await import('./MarketOverview.tsx')).MarketOverview),
  overview: 'Market',
  Agent: lazily(soon(async () => (await import('./TraderAgent.tsx')).TraderAgent)),
  Side: lazily(async () => (await import('../../views/side/Side.tsx')).sideOf(WORKFLOW_TEXT), Loading),
  Steps: lazily(async () => (await import('../../views/statistics/StepsTable.tsx')).stepsOf(WORKFLOW_TEXT)),
  Sentence,
  Chip,
  Choices: WorkflowChoices,
  Facts: lazily(async () => (await import('./WorkflowFacts.tsx')).WorkflowFacts),
  ChartNotes,
  Help: helpWith(
    async () => (await import('./help.ts')).HELP,
    async () => (await import('./help.ts')).EXAMPLES,
  ),
};
