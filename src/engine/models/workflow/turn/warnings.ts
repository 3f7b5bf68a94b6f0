import type { Tick } from '../../../core/indices.ts';
import type { Place } from '../../../python/sourcePlace.ts';
import type { WarningLine } from '../reports/workflowDetail.ts';

/** A warning from a turn. */
export interface Warning extends Place {
  readonly message: string;
  /** Kind of the warning; those of one kind at one place are merged under the words of the first. */
  readonly kind: string;
}

/** Most distinct warnings that are kept; further ones are dropped. */
const MAX_WARNINGS = 1_000;

/** Each warning once, with how often it came. */
export class Warnings {
  readonly #lines = new Map<string, WarningLine>();

  add({ message, line, column, kind }: Warning, tick: Tick, agent: number): void {
    const key = `${line}:${column} ${kind}`;
    const known = this.#lines.get(key);
    if (known !== undefined) this.#lines.set(key, { ...known, times: known.times + 1 });
    else if (this.#lines.size < MAX_WARNINGS)
      this.#lines.set(key, { message, kind, line, column, tick, agent, times: 1 });
  }

  get all(): readonly WarningLine[] {
    return [...this.#lines.values()];
  }

  get size(): number {
    return this.#lines.size;
  }

  /** @throws TypeError for lines that nobody could read */
  restore(lines: readonly WarningLine[]): void {
    if (!lines.every(isWarningLine)) throw new TypeError('a saved warning has no words or no place');
    for (const line of lines) this.#lines.set(`${line.line}:${line.column} ${line.kind}`, line);
  }
}

const isWarningLine = ({ message, kind, line, column, tick, agent, times }: WarningLine): boolean =>
  typeof message === 'string' &&
  typeof kind === 'string' &&
  [line, column, tick, agent, times].every(Number.isSafeInteger);
