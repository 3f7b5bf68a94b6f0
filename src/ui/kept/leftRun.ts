import { parsed, remember } from '../storage.ts';

/** The run of this tab, over a reload; and the runs that are open in any tab, so that a tab that was killed is known. */
const OF_TAB = 'statescope-run';
const OPEN = 'statescope-open-runs';

/** A run that was left, and the address under which it was looked at. */
interface Left {
  readonly id: string;
  readonly address: string;
}

/** The address without its host, as the page is reopened by. */
const here = (): string => location.search + location.hash;

/** Notes that a run is on the screen. */
export function noteOpen(id: string): void {
  remember(OPEN, JSON.stringify({ ...openRuns(), [id]: here() }));
  ofTab({ id, address: here() });
}

/** Notes that it no longer is. @param isLeft whether a reload of this tab brings it back */
export function noteClosed(id: string, isLeft: boolean): void {
  const { [id]: _, ...others } = openRuns();
  remember(OPEN, JSON.stringify(others));
  ofTab(isLeft ? { id, address: here() } : null);
}

/**
 * The run that this page is to bring back: after a reload the one that was on the screen, after a crash one that nobody
 * closed, under the same address or the bare one. Null for none.
 */
export async function leftRun(): Promise<string | null> {
  const before = leftInTab();
  if (before !== null) return before.address === here() && isReload() ? before.id : null;
  const left = Object.entries(openRuns()).filter(([, address]) => here() === '' || address === here());
  if (left.length === 0 || navigator.locks === undefined) return null;
  const { held = [] } = await navigator.locks.query();
  const isFree = ([id]: readonly [string, string]) =>
    !held.some(({ name }) => name === `statescope-run-${id}`);
  return left.findLast(isFree)?.[0] ?? null;
}

function isReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'reload' || navigation?.type === 'back_forward';
}

/** Ids with their addresses. */
function openRuns(): Readonly<Record<string, string>> {
  const known = parsed(OPEN);
  return typeof known === 'object' && known !== null ? (known as Record<string, string>) : {};
}

function ofTab(left: Left | null): void {
  try {
    if (left === null) sessionStorage.removeItem(OF_TAB);
    else sessionStorage.setItem(OF_TAB, JSON.stringify(left));
  } catch {
    // Where storage is forbidden, no run is kept either.
  }
}

function leftInTab(): Left | null {
  try {
    const left = JSON.parse(sessionStorage.getItem(OF_TAB) ?? 'null');
    return typeof left?.id === 'string' && typeof left.address === 'string' ? left : null;
  } catch {
    return null;
  }
}
