import { CLOSED } from '../state/savedRow.ts';
import { amendSavedRow, readSavedRows } from './savedRunIndex.ts';

/** Moves what pages noted when they went to the rows of their runs. */
export async function transferClosedNotes(): Promise<void> {
  const noted = Object.keys(localStorage).filter(key => key.startsWith(CLOSED));
  for (const key of noted) {
    const time = localStorage.getItem(key);
    await amendSavedRow(key.slice(CLOSED.length), { closed: Number(time) });
    // The run may have been opened and left again meanwhile.
    if (localStorage.getItem(key) === time) localStorage.removeItem(key);
  }
}

/**
 * The latest run that nobody closed and no other tab has open; null for none.
 * @param here address of the page; the bare one stands for any
 */
export async function findCrashedRun(here: string): Promise<string | null> {
  await transferClosedNotes().catch(() => undefined);
  const { held = [] } = await navigator.locks.query();
  const left = (await readSavedRows().catch(() => []))
    .filter(({ address }) => here === '' || address === here)
    .filter(({ closed, touched }) => (closed ?? 0) < touched)
    .filter(({ id }) => !held.some(({ name }) => name === `statescope-run-${id}`))
    .sort((a, b) => b.touched - a.touched);
  return left[0]?.id ?? null;
}
