import { lazily } from '../../controls/lazily.tsx';
import { soon } from '../../controls/soon.ts';
import { helpWith } from '../helpWith.tsx';
import type { ModelViews } from '../plugin.ts';
import { ChartNotes } from './ChartNotes.tsx';
import { Chip, Sentence } from './headline.tsx';
import { MissionChoices } from './MissionChoices.tsx';

/** Placeholder on the time axis while the trace is loaded. */
const Loading = <section aria-busy="true" />;

/** Missions: the call trace, the outcomes, a mission's prompt and answer. The heavier parts are loaded when they are shown. */
export const GOVERNED_VIEWS: ModelViews = {
  Place: lazily(async () => (await import('./TraceView.tsx')).TraceView, Loading),
  Overview: lazily(async () => (await import('./MissionsOverview.tsx')).MissionsOverview),
  overview: 'Missions',
  Agent: lazily(soon(async () => (await import('./MissionAgent.tsx')).MissionAgent)),
  Sentence,
  Chip,
  Choices: MissionChoices,
  Facts: lazily(async () => (await import('./MissionFacts.tsx')).MissionFacts),
  ChartNotes,
  Help: helpWith(async () => (await import('./help.ts')).HELP),
};
