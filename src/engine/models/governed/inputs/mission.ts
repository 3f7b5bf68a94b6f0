import type { Character } from '../phases.ts';

/** Content of a right answer: one of the texts, or the name of one of the documents. Neither: there is none to find. */
export interface Expected {
  /** Texts, each of which is right whatever stands around it. */
  readonly answers: readonly string[];
  /** Documents that say it, for goals without a short answer. */
  readonly sources: readonly string[];
}

/** A goal for one agent. */
export interface Mission {
  readonly goal: string;
  /** A few words for a row of the list. */
  readonly title: string;
  /** Character that plays it under the policy; null: drawn from the run's seed. */
  readonly character: Character | null;
  /** Null if the right answer is unknown: then its answer is not judged. */
  readonly expected: Expected | null;
}
