import type { CascadeMeasures } from '../../cascade/measures.ts';
import { queriesOf } from '../queries.ts';
import type { CascadeSummary, CascadeTree } from './frame.ts';

/** A cascade in the list of the largest. */
export interface CascadeRow extends CascadeSummary {
  readonly measures: CascadeMeasures;
}

/** Questions of the views of a social run, with their replies. */
interface SocialQueries {
  /** The posts under a root; null where there is no such cascade. */
  readonly cascade: { readonly argument: number; readonly reply: CascadeTree | null };
  /** The largest cascades first, at most the given number. */
  readonly cascades: { readonly argument: number; readonly reply: readonly CascadeRow[] };
  /** The root of the cascade that a post belongs to. */
  readonly rootOf: { readonly argument: number; readonly reply: number };
}

/** Both ends of `SocialQueries`. */
export const socialQueries = queriesOf<SocialQueries>();
