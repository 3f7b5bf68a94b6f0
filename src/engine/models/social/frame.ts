import type { ModelFrame } from '../../frame.ts';
import type { Tick } from '../../indices.ts';

export type PostKind = 'original' | 'reply' | 'reshare';
/** Index into this list is the number stored in columns and hashed. */
export const POST_KINDS = ['original', 'reply', 'reshare'] as const satisfies readonly PostKind[];

/** A cascade in a list: the posts under one root. */
export interface CascadeSummary {
  /** Index of the root post. */
  readonly root: number;
  readonly author: number;
  readonly tick: Tick;
  readonly topic: string;
  readonly text: string;
  /** Unique users, the root's author among them. */
  readonly size: number;
  readonly posts: number;
  /** Users that joined in the last five ticks. */
  readonly gained: number;
  /** Users reached after each of the last 24 equal steps of the cascade's life, for a sparkline. */
  readonly growth: readonly number[];
}

/** The social part of a frame: the liveliest cascades at its last tick, most gained first. */
export interface SocialFrame extends ModelFrame {
  readonly kind: 'social';
  readonly liveliest: readonly CascadeSummary[];
  /** Root of the cascade with the most users so far, or −1. */
  readonly largest: number;
}

/** Measures of one cascade; definitions in docs/social.md. */
export interface CascadeMeasures {
  /** Unique users. */
  readonly size: number;
  readonly posts: number;
  readonly replies: number;
  readonly reshares: number;
  /** Longest distance from the root, in posts. */
  readonly depth: number;
  readonly maxBreadth: number;
  /** Mean distance between two posts; 0 for one post. */
  readonly structuralVirality: number;
  /** Posts that do not hang on the root, over all but the root; null for one post. */
  readonly postRootR: number | null;
  readonly minutesToHalfSize: number;
  readonly observedTicks: number;
}

/** One cascade with its posts, parents before children (by post index). Columns of equal length. */
export interface CascadeTree {
  readonly root: number;
  readonly topic: string;
  readonly measures: CascadeMeasures;
  /** Last tick that the tree knows of. */
  readonly upTo: Tick;
  readonly post: Uint32Array;
  readonly author: Uint32Array;
  /** Index into POST_KINDS. */
  readonly kind: Uint8Array;
  /** Row of the parent in these columns; −1 for the root. */
  readonly parent: Int32Array;
  readonly tick: Int32Array;
  readonly likes: Uint32Array;
  readonly text: readonly string[];
}
