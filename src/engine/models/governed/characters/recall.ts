import { normalisedQuery, passagesOf } from '../inputs/search.ts';
import type { Hit, Step } from '../step.ts';
import type { CharacterView } from './view.ts';

/** The steps in which it was asked, without those that the chart took by itself. */
export const stepsOf = ({ past }: CharacterView): readonly Step[] =>
  past.filter(({ kind }) => kind !== 'verdict' && kind !== 'resumed' && kind !== 'forced');

const queryOf = (step: Step): string | null => {
  const query = step.call?.args.query;
  return typeof query === 'string' ? query : null;
};

/** Queries so far as they were written, executed or refused. */
export const triedQueries = (view: CharacterView): readonly string[] =>
  stepsOf(view).flatMap(step => queryOf(step) ?? []);

/** The first query that differs from every earlier search. */
export function firstNew(view: CharacterView, queries: Iterable<string>): string | null {
  const tried = new Set(triedQueries(view).map(normalisedQuery));
  for (const query of queries) if (!tried.has(normalisedQuery(query))) return query;
  return null;
}

/** The query of the last search that was executed. */
export function lastSearched(view: CharacterView): string | null {
  const step = stepsOf(view).findLast(past => past.call?.hits != null && queryOf(past) !== null);
  return step === undefined ? null : queryOf(step);
}

/** All hits so far, in the order in which they came, each document with its first passage only once. */
export function hitsOf(view: CharacterView): readonly Hit[] {
  const seen = new Map<string, Hit>();
  for (const step of stepsOf(view)) {
    for (const hit of foundIn(step)) {
      const key = `${hit.document}\n${hit.snippet}`;
      if (!seen.has(key)) seen.set(key, hit);
    }
  }
  return [...seen.values()];
}

/** How many of the last steps were tool calls, executed or not. */
export function toolsInARow(view: CharacterView): number {
  const steps = stepsOf(view);
  return steps.length - 1 - steps.findLastIndex(step => step.kind !== 'tool');
}

/** How many of the last steps were asked in the phase that it is in. */
export function stepsInPhase(view: CharacterView): number {
  const steps = stepsOf(view);
  return steps.length - 1 - steps.findLastIndex(step => step.phase !== view.phase);
}

/** What a step's call has brought: the hits of a search, every passage of a document that was read. */
function foundIn({ call }: Step): readonly Hit[] {
  const hits = call?.hits ?? [];
  const [read] = hits;
  if (call?.text == null || read === undefined) return hits;
  const known = PASSAGES.get(hits) ?? [...passagesOf(call.text)].map(snippet => ({ ...read, snippet }));
  PASSAGES.set(hits, known);
  return known;
}

// One document is read by many agents, each of which weighs it in every step afterwards.
const PASSAGES = new WeakMap<readonly Hit[], readonly Hit[]>();

/** Whether a document has been read already. */
export const hasRead = (view: CharacterView): boolean => stepsOf(view).some(({ call }) => call?.text != null);
