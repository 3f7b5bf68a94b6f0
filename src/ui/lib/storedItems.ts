/** True if keys of one letter do anything: `on` or `off`. */
export const LETTER_KEYS = 'statescope-letter-keys';

/** True if anything was ever played in this browser: `yes`. */
export const PLAYED = 'statescope-played';

/** True if triggers go by their names: `on` or `off`. */
export const TRIGGER_NAMES = 'statescope-trigger-names';

/** Stores a value. Browsers may forbid storage, and it may be full. @returns whether it was stored. */
export function writeStoredItem(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Removes a stored value, if storage is allowed. */
export function removeStoredItem(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {}
}

/** A stored value; null if there is none, or storage is forbidden. */
export function readStoredItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The stored value as JSON; null if there is none or it cannot be parsed. */
export function readStoredJson(key: string): unknown {
  try {
    return JSON.parse(readStoredItem(key) ?? 'null');
  } catch {
    return null;
  }
}
