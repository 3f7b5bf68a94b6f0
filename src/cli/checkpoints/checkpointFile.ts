import { InputError } from '../../engine/core/errors.ts';
import type { Run } from '../../engine/run/run.ts';
import { OutFile } from '../files/outFile.ts';
import { checkRunIsSavable, serializeCheckpoint } from './checkpoint.ts';

/** Interval between two saves of a run that is being played. */
export type Rhythm = { readonly rounds: number } | { readonly minutes: number };

/** Of a run whose answers are paid for, unless something else is said. */
export const USUAL_RHYTHM: Rhythm = { minutes: 5 };

/** Reads `20` (rounds) or `5m` (minutes). @throws InputError */
export function parseCheckpointRhythm(text: string): Rhythm {
  const [, digits, unit] = /^(\d{1,7})(m?)$/.exec(text) ?? [];
  const number = Number(digits);
  if (!(number >= 1))
    throw new InputError(
      `--checkpoint-every must be rounds, such as 20, or minutes, such as 5m, not ${text}`,
    );
  return unit === 'm' ? { minutes: number } : { rounds: number };
}

interface CheckpointFileOptions {
  readonly path: string;
  readonly run: Run;
  /** Null: only at the end. */
  readonly rhythm: Rhythm | null;
  say(line: string): void;
  /** Milliseconds. */
  now(): number;
}

/**
 * The file of a resumable run: the last one that was written whole, whatever happens to the next. A failed write is
 * reported once; the run continues, and its end is written again.
 */
export class CheckpointFile {
  readonly #parts: CheckpointFileOptions;
  #next: OutFile | null;
  #saved: { readonly round: number; readonly at: number };
  #isTold = false;

  private constructor(parts: CheckpointFileOptions, next: OutFile) {
    this.#parts = parts;
    this.#next = next;
    this.#saved = { round: parts.run.rounds, at: parts.now() };
  }

  /** @throws InputError when the path cannot be written, or the run is too large to be saved. */
  static async open(parts: CheckpointFileOptions): Promise<CheckpointFile> {
    checkRunIsSavable(parts.run);
    return new CheckpointFile(parts, await OutFile.open(parts.path, false));
  }

  /** A round is over: saves the run if it is time. */
  async sealed(): Promise<void> {
    if (!this.#isDue()) return;
    try {
      await this.write();
    } catch (error) {
      if (this.#isTold) return;
      this.#isTold = true;
      const { path, say, run } = this.#parts;
      const why = error instanceof Error ? error.message : String(error);
      say(
        `the checkpoint ${path} could not be written after round ${run.rounds}: ${why}; the run continues\n`,
      );
    }
  }

  /** Writes the run as it is; if that fails, the previous file stays. */
  async write(): Promise<void> {
    const { path, run, now } = this.#parts;
    this.#saved = { round: run.rounds, at: now() };
    const text = serializeCheckpoint(run);
    const file = this.#next ?? (await OutFile.open(path, false));
    this.#next = null;
    await file.write([text]);
  }

  /** Leaves what has been written. */
  async discard(): Promise<void> {
    await this.#next?.discard();
    this.#next = null;
  }

  #isDue(): boolean {
    const { rhythm, run, now } = this.#parts;
    if (rhythm === null || run.rounds === 0) return false;
    return 'rounds' in rhythm
      ? run.rounds - this.#saved.round >= rhythm.rounds
      : now() - this.#saved.at >= rhythm.minutes * 60_000;
  }
}
