import { extractTerms } from '../inputs/searchIndex.ts';
import type { Hit } from '../missionStep.ts';
import { contentWords, hasDigitInWord, memoizeByGoal } from './goalWords.ts';
import {
  type CharacterView,
  collectUniqueHits,
  DRAW,
  listTriedQueries,
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
  return best !== undefined && weighHit(view.goal, best).isAnswer ? best : null;
}

/** All hits of a mission, sorted. */
interface Sorted {
  readonly goal: string;
  readonly count: number;
  readonly hits: readonly Hit[];
}

// By the list of a mission's hits, to which others are added.
const SORTED = new WeakMap<readonly Hit[], Sorted>();

/** All hits, those that cover most of the goal first. */
export function sortHitsByCoverage(view: CharacterView): readonly Hit[] {
  const found = collectUniqueHits(view);
  const { goal } = view;
  const known = SORTED.get(found);
  if (known !== undefined && known.count === found.length && known.goal === goal) return known.hits;
  const hits = [...found].sort((a, b) => weighHit(goal, b).share - weighHit(goal, a).share);
  SORTED.set(found, { goal, count: found.length, hits });
  return hits;
}

/** Worth of a hit for a goal. */
interface Weighed {
  /** Share of the goal that it covers, 0 to 1; a number of the goal that it lacks counts double. */
  readonly share: number;
  /** True if it covers enough of the goal to be its answer: every number, and most words. */
  readonly isAnswer: boolean;
}

// Many missions with one goal find the same.
const weighedBy = memoizeByGoal(() => new WeakMap<Hit, Weighed>());

function weighHit(goal: string, hit: Hit): Weighed {
  const weighed = weighedBy(goal);
  let known = weighed.get(hit);
  if (known === undefined) {
    known = computeHitWeight(wantedBy(goal), hit);
    weighed.set(hit, known);
  }
  return known;
}

function computeHitWeight(wanted: readonly Wanted[], hit: Hit): Weighed {
  if (wanted.length === 0) return { share: 0, isAnswer: false };
  const weight = (list: readonly Wanted[]) => list.length + list.filter(({ digits }) => digits).length;
  const present = new Set(extractTerms(`${hit.title} ${hit.snippet} ${hit.document}`));
  const lacking = wanted.filter(({ terms }) => !terms.every(term => present.has(term)));
  return {
    share: 1 - weight(lacking) / weight(wanted),
    isAnswer: !lacking.some(({ digits }) => digits) && lacking.length * 3 <= wanted.length,
  };
}

/** A word of a goal as the index would have it. */
interface Wanted {
  readonly terms: readonly string[];
  readonly digits: boolean;
}

const wantedBy: (goal: string) => readonly Wanted[] = memoizeByGoal(goal =>
  contentWords(goal).map(word => ({ terms: extractTerms(word), digits: hasDigitInWord(word) })),
);
