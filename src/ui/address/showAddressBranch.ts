import type { Setup } from '../../engine/setup/config.ts';
import type { PageStore } from '../state/pageState.ts';
import { restoreSetupBranch } from './readBranchOrigin.ts';

/** Shows that the run which an address has opened is a branch; nothing, if another run has been opened since. */
export function showAddressBranch(store: PageStore, setup: Setup): void {
  const state = store.getState();
  const branch = restoreSetupBranch(state, setup);
  if (branch !== null && state.run?.setup === setup) state.setBranch(branch);
}
