import type { PageState } from '../state/pageState.ts';
import type { Viewpoint } from '../state/viewpoint.ts';

/** Shows what the address looks at, as far as the run has it. */
export function applyAddressLooking(
  { run, head, hash, select, showTick, notify }: PageState,
  looking: Viewpoint,
): void {
  if (run === null) return;
  const { at, agents } = looking;
  if (looking.hash !== null) {
    const text = looking.hash.slice(0, 8);
    if (hash.startsWith(looking.hash)) notify('note', `The same run as in the link: hash ${text}.`);
    else notify('error', `Another run than the link’s: hash ${hash.slice(0, 8)} instead of ${text}.`);
  }
  const known = agents.filter(agent => agent < run.info.config.agents);
  const cursor = at !== null && at >= run.columns.first && at < head ? at : null;
  select({ cursor, agents: known });
  if (cursor !== null) showTick(cursor);
}
