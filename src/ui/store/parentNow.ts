import type { Files } from '../../engine/config.ts';
import { isRepeatable } from './deciders.ts';
import { isKept } from './keptSlice.ts';
import type { Branch, PageState } from './pageState.ts';

/** The run on the screen, as what another one branches off from; null for none. @param files where the branch has others */
export function parentNow(state: PageState, files: Files | null = null): Branch['parent'] | null {
  const { run, head, hash, keptAs, branch } = state;
  if (run === null) return null;
  return {
    hash,
    head,
    setup: run.setup,
    columns: run.columns,
    document: null,
    keptAs: isKept(state) ? keptAs : null,
    isRepeatable: isRepeatable(state),
    files,
    branch,
  };
}
