import type { Placement } from '../../charts/placement.ts';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { preloadOnActivity } from '../../controls/preloadOnActivity.ts';
import type { ModelViews } from '../../model/modelPlugin.ts';
import { createHelpDialog } from '../../views/setup/createHelpDialog.tsx';
import styles from '../../views/statechart/ChartSvg.module.css';
import { ExchangeView } from './exchange/ExchangeView.tsx';
import { MarketOverview } from './exchange/MarketOverview.tsx';
import { MarketChip, MarketSentence } from './MarketHeadline.tsx';
import { WorkflowChoices } from './WorkflowChoices.tsx';
import { WORKFLOW_TEXT } from './workflowText.ts';

/** Placeholder for the editor while it is loaded. */
const WorkflowEditorPlaceholder = <section aria-busy="true" />;

/** A workflow: its text to edit, what its agents make and sell, why they did what they did. The heavier parts are loaded when they are shown. */
export const WORKFLOW_VIEWS: ModelViews = {
  Place: ExchangeView,
  Overview: MarketOverview,
  overview: 'Market',
  Agent: createLazyView(preloadOnActivity(async () => (await import('./TraderAgent.tsx')).TraderAgent)),
  Side: createLazyView(
    async () => (await import('../../views/side/createSideEditor.tsx')).createSideEditor(WORKFLOW_TEXT),
    WorkflowEditorPlaceholder,
  ),
  Line: createLazyView(async () =>
    (await import('../../views/statistics/createLineLink.tsx')).createLineLink(WORKFLOW_TEXT),
  ),
  Steps: createLazyView(async () =>
    (await import('../../views/statistics/StepsTable.tsx')).createStepsTable(WORKFLOW_TEXT),
  ),
  Sentence: MarketSentence,
  Chip: MarketChip,
  Choices: WorkflowChoices,
  Facts: createLazyView(async () => (await import('./WorkflowFacts.tsx')).WorkflowFacts),
  ChartNotes,
  Help: createHelpDialog(async () => (await import('./workflowHelp.ts')).WORKFLOW_HELP),
};

/** The meaning of a star, next to it. */
function ChartNotes({ placement }: { readonly placement: Placement }) {
  const wild = placement.edges.find(({ isWildcard }) => isWildcard);
  const [x, y] = wild?.route.points[0] ?? [0, 0];
  const lowest = Math.max(...placement.states.map(({ box }) => box.y + box.height));
  if (!wild || x < 200 || y < lowest - 4) return null;
  return (
    <text className={styles.halo} x={x - 10} y={lowest + 15} textAnchor="end" pointerEvents="none">
      * any state; yields to exact edges
    </text>
  );
}
