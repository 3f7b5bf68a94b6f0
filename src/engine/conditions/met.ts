import type { Tick } from '../core/indices.ts';
import type { MetBy } from './rows.ts';

/** A condition that a tick met. */
export interface Met {
  /** Place of the condition among those that are watched. */
  readonly condition: number;
  readonly tick: Tick;
  /** Who met it first in that tick; null where it is about nobody in particular. */
  readonly agent: number | null;
}

const NOTHING: readonly Met[] = [];

/** What a tick met, in the order of the conditions. */
export const listMetConditions = (met: MetBy, tick: Tick): readonly Met[] =>
  met.size === 0
    ? NOTHING
    : [...met].sort(([a], [b]) => a - b).map(([condition, agent]) => ({ condition, tick, agent }));
