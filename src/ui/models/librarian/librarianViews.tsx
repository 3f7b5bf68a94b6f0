import type { Placement } from '../../charts/placement.ts';
import { buildRouteSvgPath, createRoute } from '../../charts/route.ts';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { preloadOnActivity } from '../../controls/preloadOnActivity.ts';
import { useCalmPage } from '../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import type { ModelViews } from '../../model/modelPlugin.ts';
import type { PageState } from '../../state/pageState.ts';
import { getViewedTick } from '../../state/viewState.ts';
import { createHelpDialog } from '../../views/setup/createHelpDialog.tsx';
import styles from '../../views/statechart/ChartSvg.module.css';
import { LibrariansChip, LibrariansSentence } from './LibrariansHeadline.tsx';
import { MemoryView } from './memory/MemoryView.tsx';
import { buildThinkingLoop } from './placeLibrarianChart.ts';
import { ReaderChoices } from './ReaderChoices.tsx';
import { ReadersOverview } from './ReadersOverview.tsx';

/** Librarians: memory over time, recall by strategy, what an agent remembers. The heavier parts are loaded when they are shown. */
export const LIBRARIAN_VIEWS: ModelViews = {
  Place: MemoryView,
  Overview: ReadersOverview,
  overview: 'Recall',
  Agent: createLazyView(preloadOnActivity(async () => (await import('./ReaderAgent.tsx')).ReaderAgent)),
  Sentence: LibrariansSentence,
  Chip: LibrariansChip,
  Choices: ReaderChoices,
  Facts: createLazyView(async () => (await import('./ReaderFacts.tsx')).ReaderFacts),
  ChartNotes,
  Help: createHelpDialog(async () => (await import('./librariansHelp.ts')).LIBRARIANS_HELP),
};

/** Number of agents that were in thinking throughout a cycle. */
function countStayedThinking(state: PageState): number {
  const { run } = state;
  const tick = getViewedTick(state);
  if (!run || tick <= 0) return 0;
  const { states, transitions } = run.info.chart;
  return transitions.reduce(
    (rest, { target }, position) => rest - (target === 'thinking' ? run.columns.flow(tick, position) : 0),
    run.columns.count(tick, states.indexOf('thinking')),
  );
}

/** A note for agents that go on thinking: an answer, but no transition. */
function ChartNotes({ placement }: { readonly placement: Placement }) {
  const box = placement.states.find(({ state }) => state === 'thinking')?.box;
  const count = useCalmPage(countStayedThinking, 'edges');
  if (!box) return null;
  const { path, label } = buildThinkingLoop(box);
  return (
    <g pointerEvents="none">
      <path d={buildRouteSvgPath(createRoute(path))} className={styles.line} markerEnd="url(#arrow)" />
      <text className={styles.halo} x={label[0]} y={label[1]}>
        keeps thinking
        <tspan className={styles.number} dx={3}>
          {formatGroupedInteger(count)}
        </tspan>
      </text>
    </g>
  );
}
