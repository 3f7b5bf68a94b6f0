/** Digits of a key's number. */
const LOG_KEY_DIGITS = 3;

/** `thinking_log_001`. @param number from 1 */
export const formatLogKey = (prefix: string, number: number): string =>
  `${prefix}${String(number).padStart(LOG_KEY_DIGITS, '0')}`;

/**
 * An agent's thoughts, oldest first: the first entry has the key 001, however many were dropped before it.
 */
export class ThinkingLog {
  readonly entries: string[] = [];
  readonly #most: number;

  /** @param most capacity in entries; 0 turns the log off */
  constructor(most: number, entries: readonly string[] = []) {
    this.#most = most;
    for (const entry of entries) this.add(entry);
  }

  /** Adds an entry; beyond the capacity the oldest is dropped. */
  add(text: string): void {
    if (this.#most === 0) return;
    this.entries.push(text);
    if (this.entries.length > this.#most) this.entries.shift();
  }
}
