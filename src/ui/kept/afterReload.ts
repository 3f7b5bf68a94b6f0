import type { Intent } from '../state/pageState.ts';

const KEY = 'statescope-after-reload';

/** What is to go on in this tab once it has been reloaded. There is no key in it. */
export interface AfterReload {
  /** Id of the kept run. */
  readonly id: string;
  readonly intent: Intent;
  /** Base URLs for which a key was there. */
  readonly keyUrls: readonly string[];
}

/** Notes it for this tab alone. @throws where the browser keeps nothing */
export const saveReloadIntent = (after: AfterReload): void =>
  sessionStorage.setItem(KEY, JSON.stringify(after));

/** Forgets it. */
export function removeReloadIntent(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Then nothing was noted either.
  }
}

/** What was noted of a run, once; null for nothing. */
export function takeReloadIntent(id: string): AfterReload | null {
  try {
    const noted = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as AfterReload | null;
    removeReloadIntent();
    return noted?.id === id ? noted : null;
  } catch {
    return null;
  }
}
