import { extractTerms } from '../inputs/searchIndex.ts';
import type { Hit } from '../missionStep.ts';
import type { CharacterView } from './characterView.ts';
import { contentWords, hasDigitInWord, memoizeByGoal } from './goalWords.ts';
import { collectUniqueHits } from './missionRecall.ts';

/** The hit that answers the goal best, or null if none does. */
export function findBestHit(view: CharacterView): Hit | null {
  const [best] = sortHitsByCoverage(view);
  return best !== undefined && isGoalAnsweredByHit(view.goal, best) ? best : null;
}

/** All hits, those that cover most of the goal first. */
export function sortHitsByCoverage(view: CharacterView): readonly Hit[] {
  const covered = collectUniqueHits(view).map(hit => ({ hit, share: computeGoalCoverage(view.goal, hit) }));
  return covered.sort((a, b) => b.share - a.share).map(({ hit }) => hit);
}

/** Share of the goal that a hit covers, 0 to 1; a number of the goal that it lacks counts double. */
function computeGoalCoverage(goal: string, hit: Hit): number {
  const wanted = wantedBy(goal);
  const weight = (list: readonly Wanted[]) => list.length + list.filter(({ digits }) => digits).length;
  return wanted.length === 0 ? 0 : 1 - weight(findMissingWords(hit, wanted)) / weight(wanted);
}

/** True if a hit covers enough of the goal to be its answer: every number, and most words. */
function isGoalAnsweredByHit(goal: string, hit: Hit): boolean {
  const wanted = wantedBy(goal);
  const lacking = findMissingWords(hit, wanted);
  return wanted.length > 0 && !lacking.some(({ digits }) => digits) && lacking.length * 3 <= wanted.length;
}

/** A word of a goal as the index would have it. */
interface Wanted {
  readonly terms: readonly string[];
  readonly digits: boolean;
}

const wantedBy: (goal: string) => readonly Wanted[] = memoizeByGoal(goal =>
  contentWords(goal).map(word => ({ terms: extractTerms(word), digits: hasDigitInWord(word) })),
);

// A hit is weighed in every step after it was found.
const SAID = new WeakMap<Hit, ReadonlySet<string>>();

function findMissingWords(hit: Hit, wanted: readonly Wanted[]): readonly Wanted[] {
  const said = SAID.get(hit) ?? new Set(extractTerms(`${hit.title} ${hit.snippet} ${hit.document}`));
  SAID.set(hit, said);
  return wanted.filter(({ terms }) => !terms.every(term => said.has(term)));
}
