import type { Intent } from '../state/pageState.ts';

const AFTER_RELOAD_KEY = 'statescope-after-reload';

/** Actions to continue in this tab after a reload. There is no key in it. */
export interface AfterReload {
  /** Id of the kept run. */
  readonly id: string;
  readonly intent: Intent;
  /** Base URLs for which a key was there. */
  readonly keyUrls: readonly string[];
}

/** Notes it for this tab alone. @throws if the browser stores nothing */
export const saveReloadIntent = (after: AfterReload): void =>
  sessionStorage.setItem(AFTER_RELOAD_KEY, JSON.stringify(after));

/** Forgets it. */
export function removeReloadIntent(): void {
  try {
    sessionStorage.removeItem(AFTER_RELOAD_KEY);
  } catch {
    // Then nothing was noted either.
  }
}

/** Takes the note on a run, once; null for nothing. */
export function takeReloadIntent(id: string): AfterReload | null {
  try {
    const noted = JSON.parse(sessionStorage.getItem(AFTER_RELOAD_KEY) ?? 'null') as AfterReload | null;
    removeReloadIntent();
    return noted?.id === id ? noted : null;
  } catch {
    return null;
  }
}
