import type { Tick } from '../../core/indices.ts';

/** A transition that does not lead out yet: "sees_post", "waits for “a post is interesting” (interest 0.16, needs ≥ 0.33)". */
interface Wait {
  readonly trigger: string;
  readonly reason: string;
}

/** An agent that does not get on, and why it is thought so; of those that repeat one another, the one that did so most. */
export interface StuckAgent {
  readonly kind: 'stay' | 'timeout' | 'question' | 'rule' | 'back and forth' | 'loop';
  readonly agent: number;
  readonly state: string;
  /** Tick from which on it has been so. */
  readonly since: Tick;
  /** Multiple of its limit: the list's order. */
  readonly score: number;
  /** In words, with the numbers. */
  readonly reason: string;
  /** Pending ways out of its state; absent if nothing holds it, and for all but the first of a list. */
  readonly waits?: readonly Wait[];
  /** Place in the text that the run is made from that keeps it, from 1; absent for none. */
  readonly at?: { readonly line: number; readonly column: number };
  /** Number of agents on the same cycle; absent if each is listed by itself. */
  readonly agents?: number;
}

/** Fewest ended stays by which one that goes on is judged. */
export const MIN_ENDED_STAYS = 20;

/** A state in which agents are, and by whose stays none of them is judged. */
export interface Unlimited {
  readonly state: string;
  /** Number of its agents. */
  readonly agents: number;
  /** Stays there that have ended. */
  readonly ended: number;
}

/** Kinds of those that go round, which many models' agents do by their way of working. */
const ROUND: readonly StuckAgent['kind'][] = ['back and forth', 'loop'];

/** True if an agent goes through a cycle, instead of being held in its place. */
export const isLoopingAgent = ({ kind }: StuckAgent): boolean => ROUND.includes(kind);
