import { removeStoredItem, writeStoredItem } from '../lib/storedItems.ts';
import { CLOSED, type LeftRun, type Stand } from '../state/savedRow.ts';
import { LOOKING_NAMES } from '../state/viewpoint.ts';

/** The run of this tab, over a reload. */
const OF_TAB = 'statescope-run';
/**
 * Milliseconds that a browser has to list its saved runs: right after its start, on a busy disk, it may take several
 * seconds.
 */
const RESTORE_DEADLINE_MS = 10_000;

/** A run that was left, and the address under which it was looked at. */
interface Left {
  readonly id: string;
  readonly address: string;
  readonly at: Stand | null;
}

/** Parts of an address that do not define the run: the number of rounds and the view. */
const VIEW_KEYS = ['rounds', ...LOOKING_NAMES];

/** The run's part of the page's address: what is looked at changes while the run stays. Empty for the bare address. */
export function getRunAddress(): string {
  const given = new URLSearchParams(location.search);
  for (const name of VIEW_KEYS) given.delete(name);
  return given.toString() + location.hash;
}

/** Notes that a run is on the screen, and its round. */
export function recordOpenRun(id: string, at: Stand | null = null): void {
  removeStoredItem(CLOSED + id);
  writeTabLeftRun({ id, address: getRunAddress(), at });
}

/** Notes that the page goes, at once: what else would be written may come too late. A reload of this tab brings the run back. */
export function recordLeftRun(id: string, at: Stand): void {
  recordOpenRun(id, at);
  writeStoredItem(CLOSED + id, String(Date.now()));
}

/** Notes at once that another run has taken a run's place: its row says so later, and a reload may come first. */
export function recordClosedRun(id: string): void {
  writeTabLeftRun(null);
  writeStoredItem(CLOSED + id, String(Date.now()));
}

/** Notes that this tab has no run to bring back. */
export const clearOpenRun = (): void => writeTabLeftRun(null);

/**
 * The run that this page is to bring back: after a reload the one that was on the screen, after a crash one that nobody
 * closed, under the same address or the bare one. Null for none.
 */
export async function findRunToRestore(): Promise<LeftRun | null> {
  const before = readTabLeftRun();
  if (before?.address === getRunAddress() && isPageReload())
    return { id: before.id, isCrash: false, at: before.at ?? null };
  if (before !== null && !isPageReload()) return null;
  const id = await Promise.race([
    findUnclosedRun(),
    new Promise<null>(resolve => setTimeout(resolve, RESTORE_DEADLINE_MS, null)),
  ]);
  return id === null ? null : { id, isCrash: true, at: null };
}

/** The latest run that nobody closed; null for none. */
async function findUnclosedRun(): Promise<string | null> {
  if (navigator.locks === undefined || !(await hasSavedRuns().catch(() => false))) return null;
  return import('./findCrashedRun.ts').then(
    ({ findCrashedRun }) => findCrashedRun(getRunAddress()),
    () => null,
  );
}

/** True if any run has been saved, found out without loading anything. */
async function hasSavedRuns(): Promise<boolean> {
  const databases = await indexedDB.databases?.();
  return databases === undefined || databases.some(({ name }) => name === 'statescope-runs');
}

function isPageReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'reload' || navigation?.type === 'back_forward';
}

function writeTabLeftRun(left: Left | null): void {
  try {
    if (left === null) sessionStorage.removeItem(OF_TAB);
    else sessionStorage.setItem(OF_TAB, JSON.stringify(left));
  } catch {
    // If storage is forbidden, there are no saved runs either.
  }
}

function readTabLeftRun(): Left | null {
  try {
    const left = JSON.parse(sessionStorage.getItem(OF_TAB) ?? 'null');
    return typeof left?.id === 'string' && typeof left.address === 'string' ? left : null;
  } catch {
    return null;
  }
}
