import type { Tick } from '../core/indices.ts';
import type { TriggerLine } from './agentDetail.ts';

/** A link of a causal chain: an event and its causes. The next link is what made it possible. */
export interface WhyLink {
  readonly tick: Tick;
  readonly agent: number;
  /** Kind of the event, a word of the model's. */
  readonly kind: string;
  /** Id of the thing that it is about: `post_012`; empty for none. */
  readonly about: string;
  /** In a plain sentence, without the tick. */
  readonly said: string;
  /** Numbers that decided it, by name; empty if nothing was drawn. */
  readonly numbers: Readonly<Record<string, number>>;
}

/** Facts about an agent before a tick in which something happens to it. */
export interface Foreseen {
  /** Each transition out of its state: whether it could happen next, and if not, why. */
  readonly lines: readonly TriggerLine[];
  /** The model's own additional data. */
  readonly own: unknown;
}

/** Events of an agent in a tick, and their causes. */
export interface WhyMoment {
  readonly tick: Tick;
  /** The newest first; those of one tick from the event to its causes. */
  readonly links: readonly WhyLink[];
  /** Transitions out of its state that could not happen in that tick, with the reason; empty if they are not known. */
  readonly refused: readonly TriggerLine[];
}
