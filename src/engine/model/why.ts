import type { Tick } from '../core/indices.ts';
import type { TriggerLine } from './detail.ts';

/** A link of a causal chain: what happened, and what it hung on. The next link is what made it possible. */
export interface WhyLink {
  readonly tick: Tick;
  readonly agent: number;
  /** What happened, a word of the model's. */
  readonly kind: string;
  /** Id of the thing that it is about: `post_012`; empty for none. */
  readonly about: string;
  /** In a plain sentence, without the tick. */
  readonly said: string;
  /** Numbers that it was decided by, by name; empty where nothing was drawn. */
  readonly numbers: Readonly<Record<string, number>>;
}

/** What is known of an agent before a tick in which something happens to it. */
export interface Foreseen {
  /** Each transition out of its state: whether it could happen next, and if not, why. */
  readonly lines: readonly TriggerLine[];
  /** What the model says of it besides. */
  readonly own: unknown;
}

/** What happened to an agent in a tick, and what it hung on. */
export interface WhyMoment {
  readonly tick: Tick;
  /** The newest first; those of one tick from what happened to what it hung on. */
  readonly links: readonly WhyLink[];
  /** Transitions out of its state that could not happen in that tick, with why; empty where that is not known. */
  readonly refused: readonly TriggerLine[];
}
