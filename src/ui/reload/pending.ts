const KEY = 'statescope-saved-run';

/** Id of the saved page that this tab is to restore; null for none. Other tabs do not see it. */
export function pendingRun(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** @throws where the browser keeps nothing */
export const setPendingRun = (id: string): void => sessionStorage.setItem(KEY, id);

/** Forgets the run that a reload was to bring back. */
export function clearPendingRun(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {}
}
