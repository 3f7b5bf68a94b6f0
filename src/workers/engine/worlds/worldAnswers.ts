import type { Tick } from '../../../engine/core/indices.ts';
import type { Journal } from '../../../engine/oracle/journal.ts';
import type { Run } from '../../../engine/run/run.ts';
import type { Setup } from '../../../engine/setup/config.ts';

/** Most answers that are kept of all worlds together: as many as a model's cache holds. */
const MOST_ANSWERS = 100_000;

/** The recorded answers of a world, and its last tick. */
interface WorldAnswersSoFar {
  readonly journal: Journal;
  readonly tick: Tick;
  readonly answers: number;
}

/** Answers of worlds, so that they can be opened; if there are too many, the oldest go. */
export class WorldAnswers {
  readonly #told = new Map<string, WorldAnswersSoFar>();
  readonly #most: number;
  #answers = 0;

  constructor(most = MOST_ANSWERS) {
    this.#most = most;
  }

  /** @param setup that the run is made from */
  keep(setup: Setup, { journal, tick, state }: Pick<Run, 'journal' | 'tick' | 'state'>): void {
    const key = getWorldSetupKey(setup);
    this.#forget(key);
    this.#told.set(key, { journal, tick, answers: state.decisionCount });
    this.#answers += state.decisionCount;
    for (const [oldest] of this.#told) {
      if (this.#answers <= this.#most || oldest === key) return;
      this.#forget(oldest);
    }
  }

  of(setup: Setup): Pick<WorldAnswersSoFar, 'journal' | 'tick'> | null {
    return this.#told.get(getWorldSetupKey(setup)) ?? null;
  }

  #forget(key: string): void {
    this.#answers -= this.#told.get(key)?.answers ?? 0;
    this.#told.delete(key);
  }
}

/** The same for equal set-ups, independent of order; limits do not distinguish worlds. */
const getWorldSetupKey = ({ oracle, ...setup }: Setup): string =>
  JSON.stringify([Object.entries(setup).sort(([a], [b]) => (a < b ? -1 : 1)), oracle.kind]);
