import type { Hit } from '../step.ts';
import { answers, coverage } from './coverage.ts';
import { hitsOf } from './recall.ts';
import type { CharacterView } from './view.ts';

/** The hit that answers the goal best, or null where none does. */
export function answerOf(view: CharacterView): Hit | null {
  const [best] = nearest(view);
  return best !== undefined && answers(view.goal, best) ? best : null;
}

/** All hits, those that cover most of the goal first. */
export function nearest(view: CharacterView): readonly Hit[] {
  const covered = hitsOf(view).map(hit => ({ hit, share: coverage(view.goal, hit) }));
  return covered.sort((a, b) => b.share - a.share).map(({ hit }) => hit);
}
