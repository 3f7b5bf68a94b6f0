import type { Tick } from '../core/indices.ts';
import type { MetBy } from './rowConditionMatcher.ts';

/** A condition that a tick met. */
export interface Met {
  /** Place of the condition among those that are watched. */
  readonly condition: number;
  readonly tick: Tick;
  /** The first agent that met it in that tick; null if it is not about an agent. */
  readonly agent: number | null;
}

const NO_CONDITIONS_MET: readonly Met[] = [];

/** Conditions that a tick met, in their order. */
export const listMetConditions = (met: MetBy, tick: Tick): readonly Met[] =>
  met.size === 0
    ? NO_CONDITIONS_MET
    : [...met].sort(([a], [b]) => a - b).map(([condition, agent]) => ({ condition, tick, agent }));
