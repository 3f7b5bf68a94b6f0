import type { Tick } from '../../indices.ts';

/** An agent that does not get on, and why it is thought so; of those that repeat one another, the one that did so most. */
export interface StuckAgent {
  readonly kind: 'stay' | 'timeout' | 'question' | 'rule' | 'back and forth' | 'loop';
  readonly agent: number;
  readonly state: string;
  /** Tick from which on it has been so. */
  readonly since: Tick;
  /** How many times its limit it is: the list's order. */
  readonly score: number;
  /** In words, with the numbers. */
  readonly reason: string;
  /** How many agents go the same way round; absent where each stands for itself. */
  readonly agents?: number;
}

/** "1 round", "31 rounds". */
export const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
