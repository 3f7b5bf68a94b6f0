import type { Tick } from '../../engine/core/indices.ts';
import type { Files } from '../../engine/files/namedFile.ts';
import type { BranchOrigin } from '../../engine/setup/config.ts';
import type { Branch, PageState } from '../state/pageState.ts';
import { isRunRepeatable } from './deciders.ts';
import { isRunFullySaved } from './slices/createSavedRunsSlice.ts';

/** The run on the screen as the parent of a branch; null for none. @param files of the branch, if it has others */
export function getBranchParent(state: PageState, files: Files | null = null): Branch['parent'] | null {
  const { run, head, hash, keptAs, branch } = state;
  if (run === null) return null;
  return {
    hash,
    head,
    setup: run.setup,
    columns: run.columns,
    document: null,
    keptAs: isRunFullySaved(state) ? keptAs : null,
    isRepeatable: isRunRepeatable(state),
    files,
    branch,
  };
}

/** The parent run in the document of a branch. @param after the last round that both have in common */
export const createBranchOrigin = (
  { hash, head }: Branch['parent'],
  after: Tick,
  by: BranchOrigin['by'],
): BranchOrigin => ({ hash, rounds: Math.max(0, head), after, by });
