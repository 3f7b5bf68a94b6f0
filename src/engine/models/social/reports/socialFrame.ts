import type { Tick } from '../../../core/indices.ts';
import type { ModelFrame } from '../../../model/frame.ts';
import type { CascadeMeasures } from '../cascade/measureCascade.ts';
import type { Exposure } from '../posts/exposure.ts';

/** A cascade in a list: the posts under one root. */
export interface CascadeSummary {
  /** Index of the root post. */
  readonly root: number;
  readonly author: number;
  readonly tick: Tick;
  readonly topic: string;
  readonly text: string;
  /** Unique users, the root's author included. */
  readonly size: number;
  /** People other than the author who have looked at a post of it. */
  readonly seen: number;
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
  /** The cascade with the most users so far; null before the first post. */
  readonly largest: Pick<CascadeSummary, 'root' | 'topic' | 'size' | 'seen'> | null;
}

/** One cascade with its posts, parents before children (by post index). Columns of equal length. */
export interface CascadeTree {
  readonly root: number;
  readonly topic: string;
  readonly measures: CascadeMeasures;
  readonly exposure: Exposure;
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
