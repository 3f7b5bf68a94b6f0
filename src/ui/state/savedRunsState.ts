import type { SavingState } from '../../workers/protocol/api.ts';

/** Runs that this browser keeps. */
export interface SavedRunsSlice {
  /** Id under which the run on the screen is kept; null while it is not. */
  readonly keptAs: string | null;
  /** Saved extent; null until it is known. */
  readonly kept: SavingState | null;
  /** Counts the changes of the list of kept runs, which is read from the browser. */
  readonly keptVersion: number;

  setKept(part: Partial<Pick<SavedRunsSlice, 'keptAs' | 'kept'>>): void;
  /** Says that the list has changed. */
  relistKept(): void;
}
