import { iteratePassages, normalizeQuery } from '../inputs/searchIndex.ts';
import type { Hit, MissionStep } from '../missionStep.ts';
import type { Character, Phase, Rule } from '../phases.ts';

/** Purposes of a mission's draws; the numbers are part of every run's answers. */
export const DRAW = {
  turn: 0,
  style: 1,
  claims: 2,
  twice: 3,
  startsThinking: 4,
  thinksTwice: 5,
  wording: 6,
  other: 7,
  tool: 8,
  musing: 9,
  length: 10,
  checks: 11,
  reads: 12,
} as const;

/** One of a list: drawn for the mission, then the next one with each step. */
export function pickForMission<T>(view: CharacterView, purpose: number, list: readonly T[], step = 0): T {
  return list[(Math.floor(view.draw(purpose) * list.length) + step) % list.length];
}

/** Everything that a character knows when it is asked; no more than a model could read in its prompt. */
export interface CharacterView {
  readonly character: Character;
  readonly goal: string;
  /** Phase in which it is asked. */
  readonly phase: Phase;
  /** Its questions so far with their results, oldest first. */
  readonly past: readonly MissionStep[];
  /** Advice in the prompt; null for none. */
  readonly advice: { readonly rule: Rule | null; readonly text: string } | null;
  /** True if the character follows advice. */
  readonly obeys: boolean;
  /** True if it has been sent back for another try, and heeds the last warning. */
  readonly heeds: boolean;
  /** A draw from [0, 1), the same for one purpose (0 to 63) throughout a mission, whatever the step. */
  draw(purpose: number): number;
}

/** The part of a view that a character recalls. */
type Recalled = Pick<CharacterView, 'goal' | 'past'>;

/**
 * Memoizes what follows from goal and steps alone, for the last ones: a decision asks for the same several times. The
 * view itself would keep the run alive that made it.
 */
export function memoizeByView<T>(make: (view: Recalled) => T): (view: Recalled) => T {
  let last: (Recalled & { readonly length: number; readonly value: T }) | null = null;
  return ({ goal, past }) => {
    // Steps are added to a list, never changed.
    if (last === null || last.past !== past || last.length !== past.length || last.goal !== goal)
      last = { goal, past, length: past.length, value: make({ goal, past }) };
    return last.value;
  };
}

/** The steps in which it was asked, without those that the chart took by itself. */
export const listAskedSteps: (view: Recalled) => readonly MissionStep[] = memoizeByView(({ past }) =>
  past.filter(({ kind }) => kind !== 'verdict' && kind !== 'resumed' && kind !== 'forced'),
);

const getStepQuery = (step: MissionStep): string | null => {
  const query = step.call?.args.query;
  return typeof query === 'string' ? query : null;
};

/** Queries so far as they were written, executed or refused. */
export const listTriedQueries: (view: Recalled) => readonly string[] = memoizeByView(view =>
  listAskedSteps(view).flatMap(step => getStepQuery(step) ?? []),
);

/** The first query that differs from every earlier search. */
export function findFirstNewQuery(view: CharacterView, queries: Iterable<string>): string | null {
  const tried = new Set(listTriedQueries(view).map(normalizeQuery));
  for (const query of queries) if (!tried.has(normalizeQuery(query))) return query;
  return null;
}

/** The query of the last search that was executed. */
export function getLastExecutedQuery(view: CharacterView): string | null {
  const step = listAskedSteps(view).findLast(past => past.call?.hits != null && getStepQuery(past) !== null);
  return step === undefined ? null : getStepQuery(step);
}

/** All hits so far, in the order in which they came, each document with its first passage only once. */
export const collectUniqueHits: (view: Recalled) => readonly Hit[] = memoizeByView(view => {
  const seen = new Map<string, Hit>();
  for (const step of listAskedSteps(view)) {
    for (const hit of getStepHits(step)) {
      const key = `${hit.document}\n${hit.snippet}`;
      if (!seen.has(key)) seen.set(key, hit);
    }
  }
  return [...seen.values()];
});

/** Number of tool calls at the end of the steps, executed or not. */
export function countTrailingToolCalls(view: CharacterView): number {
  const steps = listAskedSteps(view);
  return steps.length - 1 - steps.findLastIndex(step => step.kind !== 'tool');
}

/** Number of last steps asked in the present phase. */
export function countStepsInPhase(view: CharacterView): number {
  const steps = listAskedSteps(view);
  return steps.length - 1 - steps.findLastIndex(step => step.phase !== view.phase);
}

/** Results of a step's call: the hits of a search, every passage of a document that was read. */
function getStepHits({ call }: MissionStep): readonly Hit[] {
  const hits = call?.hits ?? [];
  const [read] = hits;
  if (call?.text == null || read === undefined) return hits;
  const known = PASSAGES.get(hits) ?? [...iteratePassages(call.text)].map(snippet => ({ ...read, snippet }));
  PASSAGES.set(hits, known);
  return known;
}

// One document is read by many agents, each of which weighs it in every step afterwards.
const PASSAGES = new WeakMap<readonly Hit[], readonly Hit[]>();

/** True if a document has been read already. */
export const hasReadDocument = (view: CharacterView): boolean =>
  listAskedSteps(view).some(({ call }) => call?.text != null);
