import type { PageState, PageStore } from '../store.ts';
import type { Ask } from '../watches.ts';
import { watchGoverned } from './governed/watch.ts';
import { watchLibrarian } from './librarian/watch.ts';
import { watchWorkflow } from './workflow/watch.ts';

export { comparePair } from './governed/watch.ts';

/** What a model's own watcher works with. */
export interface Watching {
  readonly store: PageStore;
  readonly ask: Ask;
  /** The agents whose rows are on the screen. */
  wantedRows(): readonly number[];
  /** Milliseconds between two questions of a kind. */
  calm(): number;
}

/** Asks the engine for what a model's own views need. */
export interface Watcher {
  changed(now: PageState, then: PageState): void;
  showRows(): void;
}

export const watchersOf = (page: Watching): readonly Watcher[] => [
  watchGoverned(page),
  watchLibrarian(page),
  watchWorkflow(page),
];
