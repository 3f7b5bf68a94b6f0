import type { Tick } from '../../../core/indices.ts';
import { createAgentModelQueries } from '../../../model/createAgentModelQueries.ts';
import type { ModelFrame } from '../../../model/frame.ts';
import type { Hit } from '../../textSearch.ts';
import type { CascadeMeasures } from '../cascade/measureCascade.ts';
import type { Exposure, Viewers } from '../posts/exposure.ts';
import type { CascadeCounts, ParentRule } from '../socialChoices.ts';

/** A cascade in the list of the largest. */
export interface CascadeRow extends CascadeSummary {
  readonly measures: CascadeMeasures;
}

/** Questions of the views of a social run, with their replies. */
interface SocialQueries {
  /** The posts under a root, with other parents than the run's if a rule is given; null for a post that begins none. */
  readonly cascade: {
    readonly argument: number | { readonly root: number; readonly rule: ParentRule };
    readonly reply: CascadeTree | null;
  };
  /** The measures of a cascade under each rule for parents; null if there is none. */
  readonly parents: { readonly argument: number; readonly reply: ParentComparison | null };
  /** The largest cascades first, at most the given number. */
  readonly cascades: { readonly argument: number; readonly reply: readonly CascadeRow[] };
  /** Viewers of the cascade under a root; null if there is none. */
  readonly viewers: { readonly argument: number; readonly reply: Viewers | null };
  /** Place of a post: the root of its cascade, and the ticks of both; null for a post that the run does not have. */
  readonly placeOf: {
    readonly argument: number;
    readonly reply: { readonly root: number; readonly rootTick: Tick; readonly tick: Tick } | null;
  };
  /** The root that somebody made in a tick, and the posts under it; null if there is none. */
  readonly cascadeBy: {
    readonly argument: { readonly author: number; readonly tick: Tick };
    readonly reply: CascadeTree | null;
  };
  /** Posts whose text has the words, the newest first, at most MAX_HITS. */
  readonly search: { readonly argument: string; readonly reply: readonly Hit[] };
}

/** The measures of a cascade by the rule for parents, and the copies by which people could have come to it. */
export interface ParentComparison {
  /** The run's. */
  readonly rule: ParentRule;
  /** `moved`: posts that have another parent than in the run. */
  readonly measures: readonly (CascadeMeasures & { readonly rule: ParentRule; readonly moved: number })[];
  /**
   * Replies and reshares by the copies that their authors could have seen: of people they follow, made before they looked. `most`
   * is the greatest number of copies of one of them.
   */
  readonly exposures: {
    readonly none: number;
    readonly one: number;
    readonly several: number;
    readonly most: number;
    /** Those that name the first post as their parent though their authors could have seen other copies only; of them, those with one at most. */
    readonly unseenFirst: number;
    readonly unseenFirstOfOne: number;
  };
}

/** Both ends of `SocialQueries`. */
export const socialQueries = createAgentModelQueries<SocialQueries>();

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
  /** Posts that count as a part of it. */
  readonly counts: CascadeCounts;
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
