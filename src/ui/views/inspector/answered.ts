import type { Tick } from '../../../engine/core/indices';

/** A question that was put in the run, and what came of it. */
export interface Answered {
  readonly agent: number;
  readonly tick: Tick;
  /** The action that was taken, or the text that was said; null for none. */
  readonly answer: string | null;
}
