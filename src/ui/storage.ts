/** Whether keys of one letter do anything: `on` or `off`. */
export const LETTER_KEYS = 'statescope-letter-keys';

/** Browsers may forbid storage, and it may be full. @returns whether the value is remembered. */
export function remember(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {}
}

export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** What stands there as JSON; null for nothing, and for what is none. */
export function parsed(key: string): unknown {
  try {
    return JSON.parse(stored(key) ?? 'null');
  } catch {
    return null;
  }
}
