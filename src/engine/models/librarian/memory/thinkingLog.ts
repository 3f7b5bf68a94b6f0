/** Digits of a key's number. */
const DIGITS = 3;

/** `thinking_log_001`. @param number from 1 */
export const logKey = (prefix: string, number: number): string =>
  `${prefix}${String(number).padStart(DIGITS, '0')}`;

/** What an agent has thought, the oldest first: the first entry has the key 001, whatever went before it. */
export class ThinkingLog {
  readonly entries: string[] = [];
  readonly #most: number;

  /** @param most entries that are kept; 0: none, the log is off */
  constructor(most: number, entries: readonly string[] = []) {
    this.#most = most;
    for (const entry of entries) this.add(entry);
  }

  /** The oldest goes where there are more than it keeps. */
  add(text: string): void {
    if (this.#most === 0) return;
    this.entries.push(text);
    if (this.entries.length > this.#most) this.entries.shift();
  }
}
