import { createLazyView } from '../../controls/createLazyView.tsx';
import { preloadOnActivity } from '../../controls/preloadOnActivity.ts';
import type { ModelViews } from '../../model/plugin.ts';
import { createHelpDialog } from '../../views/setup/createHelpDialog.tsx';
import { ChartNotes } from './ChartNotes.tsx';
import { Chip, Sentence } from './headline.tsx';
import { MissionChoices } from './MissionChoices.tsx';
import { MissionsOverview } from './MissionsOverview.tsx';
import { TraceView } from './TraceView.tsx';

/** Missions: the call trace, the outcomes, a mission's prompt and answer. The heavier parts are loaded when they are shown. */
export const GOVERNED_VIEWS: ModelViews = {
  Place: TraceView,
  Overview: MissionsOverview,
  overview: 'Missions',
  Agent: createLazyView(preloadOnActivity(async () => (await import('./MissionAgent.tsx')).MissionAgent)),
  Sentence,
  Chip,
  Choices: MissionChoices,
  Facts: createLazyView(async () => (await import('./MissionFacts.tsx')).MissionFacts),
  ChartNotes,
  Help: createHelpDialog(async () => (await import('./help.ts')).HELP),
};
