import type { Hit } from '../step.ts';
import { computeGoalCoverage, isGoalAnsweredByHit } from './computeGoalCoverage.ts';
import { collectUniqueHits } from './recall.ts';
import type { CharacterView } from './view.ts';

/** The hit that answers the goal best, or null where none does. */
export function findBestHit(view: CharacterView): Hit | null {
  const [best] = sortHitsByCoverage(view);
  return best !== undefined && isGoalAnsweredByHit(view.goal, best) ? best : null;
}

/** All hits, those that cover most of the goal first. */
export function sortHitsByCoverage(view: CharacterView): readonly Hit[] {
  const covered = collectUniqueHits(view).map(hit => ({ hit, share: computeGoalCoverage(view.goal, hit) }));
  return covered.sort((a, b) => b.share - a.share).map(({ hit }) => hit);
}
