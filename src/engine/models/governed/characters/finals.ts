import type { Hit } from '../step.ts';
import { DRAW, pick } from './draws.ts';
import { nearest } from './findings.ts';
import { triedQueries } from './recall.ts';
import type { CharacterView } from './view.ts';

/** An answer that quotes its source and names it. */
export function foundFinal(view: CharacterView, { document: name, title, snippet }: Hit): string {
  const wordings = [
    `${name} says: “${snippet}”`,
    `Found in ${name} (“${title}”): “${snippet}”`,
    `“${snippet}” (source: ${name})`,
  ];
  return pick(view, DRAW.wording, wordings);
}

/** A final answer that admits failure: what was searched for, and the nearest hits. */
export function nothingFinal(view: CharacterView): string {
  const wordings = [
    'The documents do not say this.',
    'This is not in the documents.',
    'I did not find an answer to this in the documents.',
  ];
  return `${pick(view, DRAW.wording, wordings)} ${searched(view)}${near(view)}`;
}

/** Final answer of an agent that stops because it was told that it makes no progress. */
export function advisedFinal(view: CharacterView, answer: Hit | null): string {
  const stop = pick(view, DRAW.wording, ['I stop here.', 'I finish with what I have.', 'I go no further.']);
  if (answer === null) return `${stop} Not found: an answer to the goal. ${searched(view)}${near(view)}`;
  return `${stop} ${answer.document} says: “${answer.snippet}”`;
}

function searched(view: CharacterView): string {
  const queries = [...new Set(triedQueries(view))].map(query => `“${query}”`);
  if (queries.length === 0) return 'I have searched for nothing.';
  const shown = queries.slice(0, 4);
  const more = queries.length - shown.length;
  return `I searched for ${listed(more === 0 ? shown : [...shown, `${more} more`])}`;
}

function near(view: CharacterView): string {
  const names = [...new Set(nearest(view).map(hit => hit.document))].slice(0, 2);
  if (triedQueries(view).length === 0) return '';
  if (names.length === 0) return '; nothing came near.';
  return `; nearest ${names.length === 1 ? 'is' : 'are'} ${listed(names)}.`;
}

const listed = (items: readonly string[]): string =>
  items.length === 1 ? items[0] : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
