import { keptRows } from './keptIndex.ts';

/**
 * The latest run that nobody closed and no other tab has open; null for none.
 * @param here address of the page; the bare one stands for any
 * @param closed ids, with the time when they were closed in milliseconds since 1970
 */
export async function crashedRun(
  here: string,
  closed: Readonly<Record<string, number>>,
): Promise<string | null> {
  const { held = [] } = await navigator.locks.query();
  const left = (await keptRows().catch(() => []))
    .filter(({ address }) => here === '' || address === here)
    .filter(({ id, touched }) => (closed[id] ?? 0) < touched)
    .filter(({ id }) => !held.some(({ name }) => name === `statescope-run-${id}`))
    .sort((a, b) => b.touched - a.touched);
  return left[0]?.id ?? null;
}
