import type { Tick } from './indices.ts';

/** A link of a causal chain: what happened, and what it hung on. The next link is what made it possible. */
export interface WhyLink {
  readonly tick: Tick;
  readonly agent: number;
  /** What happened, a word of the model's. */
  readonly kind: string;
  /** Id of the thing that it is about: `post_012`. */
  readonly about: string;
  /** In a plain sentence, without the tick. */
  readonly said: string;
  /** Numbers that it was decided by, by name; empty where nothing was drawn. */
  readonly numbers: Readonly<Record<string, number>>;
}
