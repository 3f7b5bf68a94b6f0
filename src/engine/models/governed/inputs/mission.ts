import type { Character } from '../phases.ts';

/** A goal for one agent. */
export interface Mission {
  readonly goal: string;
  /** A few words for a row of the list. */
  readonly title: string;
  /** Character that plays it under the policy; null: drawn from the run's seed. */
  readonly character: Character | null;
}
