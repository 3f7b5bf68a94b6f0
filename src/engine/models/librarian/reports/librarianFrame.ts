import type { ModelFrame } from '../../../model/frame.ts';
import type { Strategy } from '../librarianTerms.ts';
import type { ShortTexts } from '../task/estimateTaskTokens.ts';

/** Questions of one kind, settled and answered right. */
export interface KindSums {
  readonly kind: string;
  readonly settled: number;
  readonly right: number;
}

/** Sums over the agents of one strategy. */
export interface StrategySums {
  readonly strategy: Strategy;
  readonly agents: number;
  /** Questions settled, and answered right. */
  readonly settled: number;
  /** Questions that their tasks have in all. */
  readonly questions: number;
  readonly right: number;
  /** Tokens of prompts and answers. */
  readonly tokens: number;
  /** Settled questions by kind, in the order in which the tasks have the kinds; those without one are left out. */
  readonly kinds: readonly KindSums[];
}

/** The librarian part of a frame, at its last tick. */
export interface LibrarianFrame extends ModelFrame {
  readonly kind: 'librarian';
  /** Sums for each strategy in use. */
  readonly strategies: readonly StrategySums[];
  readonly stopped: number;
  /** Answers so far that could not be read or carried out. */
  readonly unreadable: number;
  readonly refused: number;
  /** Entries moved so far, by cause. */
  readonly paged: number;
  readonly loaded: number;
  readonly forced: number;
  /** Values lost for good. */
  readonly lost: number;
  /** Texts of which nothing has to be moved out; null for none. */
  readonly short: ShortTexts | null;
  /** The agent to look at while none is chosen: the first. */
  readonly focus: number;
}
