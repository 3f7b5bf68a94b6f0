import type { Ending } from '../../../engine/models/governed/phases.ts';
import type { Placement } from '../../charts/placement.ts';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { preloadOnActivity } from '../../controls/preloadOnActivity.ts';
import { useCalmPage, usePage } from '../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import type { ModelViews } from '../../model/modelPlugin.ts';
import type { PageState } from '../../state/pageState.ts';
import { createHelpDialog } from '../../views/setup/createHelpDialog.tsx';
import { getGovernedPart } from './governedPart.ts';
import { MissionChoices } from './MissionChoices.tsx';
import { MissionsChip, MissionsSentence } from './MissionsHeadline.tsx';
import { MissionsOverview } from './MissionsOverview.tsx';
import { TraceView } from './MissionTraceView.tsx';

/**
 * Notes in the last box: how many finished and how many were stopped, with a summary under governance.
 */
function ChartNotes({ placement }: { readonly placement: Placement }) {
  const box = placement.states.find(({ state }) => state === 'finishing')?.box;
  const finished = useCalmPage(
    state => countMissionEndings(state, ['right', 'wrong', 'abstained', 'unjudged']),
    'states',
  );
  const stopped = useCalmPage(state => countMissionEndings(state, ['stuck', 'cut_off']), 'states');
  const governed = usePage(({ run }) => run?.info.config.parameters.governance !== false);
  if (!box) return null;
  return (
    <text x={box.x + 78} y={box.y + 16} pointerEvents="none">
      {formatGroupedInteger(finished)} finished, {formatGroupedInteger(stopped)}{' '}
      {governed ? 'stopped, with a summary' : 'cut off'}
    </text>
  );
}

const countMissionEndings = (state: PageState, endings: readonly Ending[]): number =>
  endings.reduce((sum, ending) => sum + (getGovernedPart(state).frame?.endings[ending] ?? 0), 0);

/** Missions: the call trace, the outcomes, a mission's prompt and answer. The heavier parts are loaded when they are shown. */
export const GOVERNED_VIEWS: ModelViews = {
  Place: TraceView,
  Overview: MissionsOverview,
  overview: 'Missions',
  Agent: createLazyView(preloadOnActivity(async () => (await import('./MissionAgent.tsx')).MissionAgent)),
  Sentence: MissionsSentence,
  Chip: MissionsChip,
  Choices: MissionChoices,
  Facts: createLazyView(async () => (await import('./MissionFacts.tsx')).MissionFacts),
  ChartNotes,
  Help: createHelpDialog(async () => (await import('./missionsHelp.ts')).MISSIONS_HELP),
};
