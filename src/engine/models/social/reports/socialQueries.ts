import type { Tick } from '../../../core/indices.ts';
import { createAgentModelQueries } from '../../../model/createAgentModelQueries.ts';
import type { Hit } from '../../textSearch.ts';
import type { CascadeMeasures } from '../cascade/measureCascade.ts';
import type { Viewers } from '../posts/exposure.ts';
import type { CascadeSummary, CascadeTree } from './socialFrame.ts';

/** A cascade in the list of the largest. */
export interface CascadeRow extends CascadeSummary {
  readonly measures: CascadeMeasures;
}

/** Questions of the views of a social run, with their replies. */
interface SocialQueries {
  /** The posts under a root; null if there is no such cascade. */
  readonly cascade: { readonly argument: number; readonly reply: CascadeTree | null };
  /** The largest cascades first, at most the given number. */
  readonly cascades: { readonly argument: number; readonly reply: readonly CascadeRow[] };
  /** Viewers of the cascade under a root; null if there is none. */
  readonly viewers: { readonly argument: number; readonly reply: Viewers | null };
  /** Place of a post: the root of its cascade, and the ticks of both. */
  readonly placeOf: {
    readonly argument: number;
    readonly reply: { readonly root: number; readonly rootTick: Tick; readonly tick: Tick };
  };
  /** The root that somebody made in a tick, and the posts under it; null if there is none. */
  readonly cascadeBy: {
    readonly argument: { readonly author: number; readonly tick: Tick };
    readonly reply: CascadeTree | null;
  };
  /** Posts whose text has the words, the newest first, at most MOST_HITS. */
  readonly search: { readonly argument: string; readonly reply: readonly Hit[] };
}

/** Both ends of `SocialQueries`. */
export const socialQueries = createAgentModelQueries<SocialQueries>();
