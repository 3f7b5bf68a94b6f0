import type { ComponentProps } from 'react';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { preloadOnActivity } from '../../controls/preloadOnActivity.ts';
import type { ModelViews } from '../../model/plugin.ts';
import { createHelpDialog } from '../../views/setup/createHelpDialog.tsx';
import { CasesOverview } from './cases/CasesOverview.tsx';
import { Decider } from './cases/Decider.tsx';
import { TraceView } from './cases/TraceView.tsx';
import type { ChartMarks } from './chart/ChartMarks.tsx';
import { Chip, Sentence } from './headline.tsx';
import { TracesSelect } from './TracesSelect.tsx';

/** Placeholder on the time axis while the rows of two sets are loaded. */
const Loading = <section aria-busy="true" />;

/** The same under the chart, as high as what comes. */
const ToolsLoading = <div aria-busy="true" style={{ height: 72 }} />;

/** Recorded cases: their steps, what rules would have stopped, a step's texts. The heavier parts are loaded when they are shown. */
export const RECORDED_VIEWS: ModelViews = {
  Place: TraceView,
  pair: {
    Sentence: createLazyView(async () => (await import('./sets/SetsSentence.tsx')).SetsSentence),
    Chip: createLazyView(async () => (await import('./sets/SetsSentence.tsx')).SetsChip),
    Corner: createLazyView(async () => (await import('./sets/SetsCorner.tsx')).SetsCorner),
    Rows: createLazyView(async () => (await import('./sets/SetsRows.tsx')).SetsRows, Loading),
  },
  Overview: CasesOverview,
  overview: 'Governance',
  Agent: createLazyView(preloadOnActivity(async () => (await import('./cases/CaseAgent.tsx')).CaseAgent)),
  Sentence,
  Chip,
  Choices: TracesSelect,
  Decider,
  Facts: createLazyView(async () => (await import('./TracesFacts.tsx')).TracesFacts),
  ChartTools: createLazyView(async () => (await import('./chart/ChartTools.tsx')).ChartTools, ToolsLoading),
  ChartNotes: createLazyView<ComponentProps<typeof ChartMarks>>(
    async () => (await import('./chart/ChartMarks.tsx')).ChartMarks,
  ),
  Help: createHelpDialog(async () => (await import('./help.ts')).HELP),
};
