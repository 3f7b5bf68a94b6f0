import type { Character } from '../phases.ts';

/** A goal for one agent. */
export interface Mission {
  readonly goal: string;
  /** A few words for a row of the list. */
  readonly title: string;
  /** Who plays it where the policy decides; null: drawn from the run's seed. */
  readonly character: Character | null;
}
