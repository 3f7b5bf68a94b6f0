import type { PageParts } from '../model/modelPlugin.ts';
import { getCurrentPlugin } from '../model/registered.ts';
import type { Viewpoint } from '../state/viewpoint.ts';

/** Shows what the address looks at, as far as the run has it. */
export async function applyAddressLooking(page: PageParts, looking: Viewpoint): Promise<void> {
  const { run, head, hash, select, showTick, notify } = page.store.getState();
  if (run === null) return;
  const { at, agents } = looking;
  if (looking.hash !== null) {
    const text = looking.hash.slice(0, 8);
    if (hash.startsWith(looking.hash)) notify('note', `The same run as in the link: hash ${text}.`);
    else notify('error', `Another run than the link’s: hash ${hash.slice(0, 8)} instead of ${text}.`);
  }
  const known = agents.filter(agent => agent < run.info.config.agents);
  select({ agents: known });
  // It may be younger than the round that is looked at.
  if (looking.show !== null) await showChosen(page, looking.show);
  if (at !== null && (at < run.columns.first || at > head))
    notify(
      'error',
      `at=${at} in the address: the run has ${run.columns.first} to ${head}. The last round is shown.`,
    );
  const cursor = at !== null && at >= run.columns.first && at < head ? at : null;
  if (cursor === null || page.store.getState().run !== run) return;
  select({ cursor });
  showTick(cursor);
}

async function showChosen(page: PageParts, text: string): Promise<void> {
  const { run } = page.store.getState();
  const { shown } = await getCurrentPlugin({ run }).address();
  // Another run may have come meanwhile, of another model even.
  if (page.store.getState().run?.info.epoch !== run?.info.epoch) return;
  const problem = await shown?.show(page, text);
  if (problem) page.store.getState().notify('error', `show=${text} in the address: ${problem}.`);
}
