import { createLazyView } from '../../controls/createLazyView.tsx';
import { preloadOnActivity } from '../../controls/preloadOnActivity.ts';
import type { ModelViews } from '../../model/plugin.ts';
import { createHelpDialog } from '../../views/setup/createHelpDialog.tsx';
import { ChartNotes } from './ChartNotes.tsx';
import { Chip, Sentence } from './headline.tsx';
import { MemoryView } from './memory/MemoryView.tsx';
import { ReaderChoices } from './ReaderChoices.tsx';
import { ReadersOverview } from './ReadersOverview.tsx';

/** Librarians: memory over time, recall by strategy, what an agent remembers. The heavier parts are loaded when they are shown. */
export const LIBRARIAN_VIEWS: ModelViews = {
  Place: MemoryView,
  Overview: ReadersOverview,
  overview: 'Recall',
  Agent: createLazyView(preloadOnActivity(async () => (await import('./ReaderAgent.tsx')).ReaderAgent)),
  Sentence,
  Chip,
  Choices: ReaderChoices,
  Facts: createLazyView(async () => (await import('./ReaderFacts.tsx')).ReaderFacts),
  ChartNotes,
  Help: createHelpDialog(async () => (await import('./help.ts')).HELP),
};
