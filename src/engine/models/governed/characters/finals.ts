import { extractTerms } from '../inputs/searchIndex.ts';
import type { Hit } from '../missionStep.ts';
import { contentWords, hasDigitInWord, memoizeByGoal } from './goalWords.ts';
import {
  type CharacterView,
  collectUniqueHits,
  DRAW,
  listTriedQueries,
  memoizeByView,
  pickForMission,
} from './missionRecall.ts';

/** An answer that quotes its source and names it. */
export function writeFoundFinal(view: CharacterView, { document: name, title, snippet }: Hit): string {
  const wordings = [
    `${name} says: “${snippet}”`,
    `Found in ${name} (“${title}”): “${snippet}”`,
    `“${snippet}” (source: ${name})`,
  ];
  return pickForMission(view, DRAW.wording, wordings);
}

/** A final answer that admits failure: what was searched for, and the nearest hits. */
export function writeNothingFinal(view: CharacterView): string {
  const wordings = [
    'The documents do not say this.',
    'This is not in the documents.',
    'I did not find an answer to this in the documents.',
  ];
  return `${pickForMission(view, DRAW.wording, wordings)} ${describeSearches(view)}${describeNearestHits(view)}`;
}

/** Final answer of an agent that stops because it was advised that it makes no progress. */
export function writeAdvisedFinal(view: CharacterView, answer: Hit | null): string {
  const stop = pickForMission(view, DRAW.wording, [
    'I stop here.',
    'I finish with what I have.',
    'I go no further.',
  ]);
  if (answer === null)
    return `${stop} Not found: an answer to the goal. ${describeSearches(view)}${describeNearestHits(view)}`;
  return `${stop} ${answer.document} says: “${answer.snippet}”`;
}

function describeSearches(view: CharacterView): string {
  const queries = [...new Set(listTriedQueries(view))].map(query => `“${query}”`);
  if (queries.length === 0) return 'I have searched for nothing.';
  const shown = queries.slice(0, 4);
  const more = queries.length - shown.length;
  return `I searched for ${joinWithAnd(more === 0 ? shown : [...shown, `${more} more`])}`;
}

function describeNearestHits(view: CharacterView): string {
  const names = [...new Set(sortHitsByCoverage(view).map(hit => hit.document))].slice(0, 2);
  if (listTriedQueries(view).length === 0) return '';
  if (names.length === 0) return '; nothing came near.';
  return `; nearest ${names.length === 1 ? 'is' : 'are'} ${joinWithAnd(names)}.`;
}

const joinWithAnd = (items: readonly string[]): string =>
  items.length === 1 ? items[0] : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

/** The hit that answers the goal best, or null if none does. */
export function findBestHit(view: CharacterView): Hit | null {
  const [best] = sortHitsByCoverage(view);
  return best !== undefined && isGoalAnsweredByHit(view.goal, best) ? best : null;
}

/** All hits, those that cover most of the goal first. */
export const sortHitsByCoverage: (view: CharacterView) => readonly Hit[] = memoizeByView(view => {
  const covered = collectUniqueHits(view).map(hit => ({ hit, share: computeGoalCoverage(view.goal, hit) }));
  return covered.sort((a, b) => b.share - a.share).map(({ hit }) => hit);
});

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
  const present = SAID.get(hit) ?? new Set(extractTerms(`${hit.title} ${hit.snippet} ${hit.document}`));
  SAID.set(hit, present);
  return wanted.filter(({ terms }) => !terms.every(term => present.has(term)));
}
