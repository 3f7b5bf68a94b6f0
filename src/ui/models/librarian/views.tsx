import { lazily } from '../../controls/lazily.tsx';
import { soon } from '../../controls/soon.ts';
import { helpWith } from '../helpWith.tsx';
import type { ModelViews } from '../plugin.ts';
import { ChartNotes } from './ChartNotes.tsx';
import { Chip, Sentence } from './headline.tsx';
import { ReaderChoices } from './ReaderChoices.tsx';

/** Placeholder on the time axis while the memory is loaded. */
const Loading = <section aria-busy="true" />;

/** Librarians: memory over time, recall by strategy, what an agent remembers. All of it is loaded when it is shown. */
export const LIBRARIAN_VIEWS: ModelViews = {
  Place: lazily(async () => (await import('./MemoryView.tsx')).MemoryView, Loading),
  Overview: lazily(async () => (await import('./ReadersOverview.tsx')).ReadersOverview),
  overview: 'Recall',
  Agent: lazily(soon(async () => (await import('./ReaderAgent.tsx')).ReaderAgent)),
  Sentence,
  Chip,
  Choices: ReaderChoices,
  Facts: lazily(async () => (await import('./ReaderFacts.tsx')).ReaderFacts),
  ChartNotes,
  Help: helpWith(async () => (await import('./help.ts')).HELP),
};
