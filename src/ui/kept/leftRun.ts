import { parsed, remember } from '../storage.ts';

/** The run of this tab, over a reload; and when runs were left as they should be, in any tab. */
const OF_TAB = 'statescope-run';
const CLOSED = 'statescope-closed-runs';
/** Milliseconds that a browser has to tell what it keeps: the page does not wait for one that does not answer. */
const PATIENCE = 2000;
/** Most runs of which that is known. */
const MOST = 1000;

/** A run that was left, and the address under which it was looked at. */
interface Left {
  readonly id: string;
  readonly address: string;
}

/** What is not of the run in an address, but how far it is played and what is looked at. */
const LOOKING = ['rounds', 'at', 'who', 'hash'];

/** The run's part of the page's address: what is looked at changes while the run stays. Empty for the bare address. */
export function addressHere(): string {
  const given = new URLSearchParams(location.search);
  for (const name of LOOKING) given.delete(name);
  return given.toString() + location.hash;
}

/** Notes that a run is on the screen. */
export function noteOpen(id: string): void {
  ofTab({ id, address: addressHere() });
}

/** Notes that it no longer is. @param isLeft whether a reload of this tab brings it back */
export function noteClosed(id: string, isLeft: boolean): void {
  const { [id]: _, ...others } = closedRuns();
  const all = Object.entries(others).slice(1 - MOST);
  remember(CLOSED, JSON.stringify(Object.fromEntries([...all, [id, Date.now()]])));
  ofTab(isLeft ? { id, address: addressHere() } : null);
}

/** A run that the page had before. */
export interface LeftRun {
  readonly id: string;
  /** Whether the browser ended without closing it. */
  readonly isCrash: boolean;
}

/**
 * The run that this page is to bring back: after a reload the one that was on the screen, after a crash one that nobody
 * closed, under the same address or the bare one. Null for none.
 */
export async function leftRun(): Promise<LeftRun | null> {
  const before = leftInTab();
  if (before?.address === addressHere() && isReload()) return { id: before.id, isCrash: false };
  if (before !== null && !isReload()) return null;
  const id = await Promise.race([
    unclosed(),
    new Promise<null>(resolve => setTimeout(resolve, PATIENCE, null)),
  ]);
  return id === null ? null : { id, isCrash: true };
}

/** The latest run that nobody closed; null for none. */
async function unclosed(): Promise<string | null> {
  if (navigator.locks === undefined || !(await hasKept().catch(() => false))) return null;
  return import('./crashedRun.ts').then(
    ({ crashedRun }) => crashedRun(addressHere(), closedRuns()),
    () => null,
  );
}

/** Whether any run has been kept, found out without loading anything. */
async function hasKept(): Promise<boolean> {
  const databases = await indexedDB.databases?.();
  return databases === undefined || databases.some(({ name }) => name === 'statescope-runs');
}

function isReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'reload' || navigation?.type === 'back_forward';
}

/** Ids, with the time when they were closed in milliseconds since 1970. */
function closedRuns(): Readonly<Record<string, number>> {
  const known = parsed(CLOSED);
  return typeof known === 'object' && known !== null ? (known as Record<string, number>) : {};
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
