import type { ModelFrame } from '../../../model/frame.ts';
import type { Ending } from '../phases.ts';

/** The governed part of a frame, at its last tick. */
export interface GovernedFrame extends ModelFrame {
  readonly kind: 'governed';
  readonly waiting: number;
  readonly underWay: number;
  /** Missions that have ended, by how. */
  readonly endings: Readonly<Record<Ending, number>>;
  /** Sums over all missions. */
  readonly steps: number;
  readonly calls: number;
  readonly tokens: number;
  readonly refused: number;
  readonly failed: number;
  /**
   * The mission to look at while none is chosen: one that has been advised, else the one under way longest,
   * else the last of the list.
   */
  readonly focus: number;
}
