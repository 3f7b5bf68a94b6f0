import type { Character } from './phases.ts';

/** A goal for one agent. */
export interface Mission {
  readonly goal: string;
  /** A few words for a row of the list. */
  readonly title: string;
  /** Who plays it where the policy decides; null: drawn from the run's seed. */
  readonly character: Character | null;
}

/** The missions of a run, and what the document says of them. */
export interface Missions {
  readonly name: string;
  /** Of the canonical JSON of all goals, titles and characters; 64 hexadecimal digits. */
  readonly sha256: string;
  readonly list: readonly Mission[];
}

export const BUILT_IN_MISSIONS: Missions = { name: 'built-in', sha256: '', list: [] };
