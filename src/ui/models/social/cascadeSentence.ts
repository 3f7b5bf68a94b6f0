import type { PageState } from '../../store/pageState.ts';
import { socialOf } from './socialPart.ts';

/** "34 people in 37 posts about climate since round 2: 19 reshares, 17 replies; 4 deep, 24 wide." */
export function cascadeSentence(state: Pick<PageState, 'modelParts'>): string {
  const { tree } = socialOf(state);
  if (!tree) return 'No post yet.';
  const m = tree.measures;
  return `${m.size} people in ${m.posts} posts about ${tree.topic}: ${m.reshares} reshares, ${m.replies} replies; ${m.depth} deep, ${m.maxBreadth} wide, structural virality ${m.structuralVirality.toFixed(1)}.`;
}
