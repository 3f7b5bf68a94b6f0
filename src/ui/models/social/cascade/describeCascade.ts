import type { CascadeMeasures } from '../../../../engine/models/social/cascade/measureCascade.ts';
import { formatGroupedInteger } from '../../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../../model/getModelAppearance.ts';
import type { PageState } from '../../../state/pageState.ts';
import { describeTickSpan } from '../../../words/runClock.ts';
import { getSocialPart } from '../socialPart.ts';

/** Least share of the posts for which "mostly" is said, and fewest posts of which anything is. */
const MOSTLY = 0.6;
const FEW_PEOPLE = 5;

/**
 * Shape of the spread: "mostly straight from the source: 109 of 130". Replies and reshares of the first post come
 * straight from it. Null if there are too few posts below it.
 */
export function describeSpread({ posts, postRootR }: CascadeMeasures): string | null {
  const below = posts - 1;
  if (postRootR === null || below < FEW_PEOPLE) return null;
  const passed = Math.round(postRootR * below);
  if (postRootR >= MOSTLY)
    return `mostly from person to person: ${formatGroupedInteger(passed)} of ${formatGroupedInteger(below)}`;
  const straight = `straight from the source: ${formatGroupedInteger(below - passed)} of ${formatGroupedInteger(below)}`;
  return postRootR <= 1 - MOSTLY ? `mostly ${straight}` : straight;
}

/** True if another cascade has more people than the one on the screen; the headline describes that one. */
export function isCascadeOutgrown(state: Pick<PageState, 'modelParts'>): boolean {
  const { tree, largest } = getSocialPart(state);
  return tree !== null && largest !== null && largest.root !== tree.root && largest.size > tree.measures.size;
}

/** "34 people in 37 posts about climate since round 2: 19 reshares, 17 replies; 4 deep, 24 wide." */
export function describeCascade(state: Pick<PageState, 'modelParts' | 'run' | 'selection'>): string {
  const { tree } = getSocialPart(state);
  if (!tree) return 'No post yet.';
  const m = tree.measures;
  const spread = describeSpread(m);
  const { range } = state.selection;
  const made = range && tree.tick.filter(tick => tick >= range[0] && tick <= range[1]).length;
  const when = range
    ? `; ${formatGroupedInteger(made ?? 0)} of the posts ${describeTickSpan(range, getCurrentModelWords(state).tick)}`
    : '';
  const outgrown = isCascadeOutgrown(state)
    ? `; not the largest, which has ${formatGroupedInteger(getSocialPart(state).largest?.size ?? 0)}`
    : '';
  return `${formatGroupedInteger(m.size)} people in ${formatGroupedInteger(m.posts)} posts about ${tree.topic}: ${formatGroupedInteger(m.reshares)} reshares, ${formatGroupedInteger(m.replies)} replies, seen by ${formatGroupedInteger(tree.exposure.seen)} others; ${formatGroupedInteger(m.depth)} deep, ${formatGroupedInteger(m.maxBreadth)} wide, structural virality ${m.structuralVirality.toFixed(1)}${spread === null ? '' : `; ${spread}`}${when}${outgrown}.`;
}
