import type { PageCommands } from '../contract/pageCommands.ts';
import { formatSeed, getModelAppearance } from '../model/getModelAppearance.ts';
import { loadModelPlugin } from '../model/registered.ts';
import type { PageStore } from '../state/pageState.ts';
import { readSavedRows } from './savedRunIndex.ts';

/** Offers the run that was played last to a page that was opened without an address of one. */
export async function offerLastSavedRun(
  { getState }: PageStore,
  { openKept }: Pick<PageCommands, 'openKept'>,
): Promise<void> {
  const rows = await readSavedRows().catch(() => []);
  const last = [...rows].sort((a, b) => b.touched - a.touched).find(({ tick }) => tick > 0);
  if (last === undefined || getState().head > 0) return;
  const { name, words, setup, tick, id } = last;
  await loadModelPlugin(setup.model)?.catch(() => undefined);
  const lines = [name ?? words, formatSeed(setup), `${getModelAppearance(setup.model).words.Tick} ${tick}`];
  getState().notify('note', `Your last run is saved: ${lines.filter(Boolean).join(', ')}.`, {
    label: 'Open it',
    act: () => void openKept(id),
  });
}
