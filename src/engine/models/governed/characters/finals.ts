import type { Hit } from '../missionStep.ts';
import type { CharacterView } from './characterView.ts';
import { sortHitsByCoverage } from './findBestHit.ts';
import { listTriedQueries } from './missionRecall.ts';
import { DRAW, pickForMission } from './pickForMission.ts';

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
