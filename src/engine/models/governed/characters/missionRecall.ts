import { iteratePassages, normalizeKnownQuery } from '../inputs/searchIndex.ts';
import type { Hit, MissionStep, ToolCall } from '../missionStep.ts';
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
type Recalled = Pick<CharacterView, 'past'>;

/** Contents of a mission's steps, kept up to date as they come: each step is looked at once. */
class Recall {
  readonly asked: MissionStep[] = [];
  readonly queries: string[] = [];
  /** The queries, normalised. */
  readonly searches = new Set<string>();
  readonly hits: Hit[] = [];
  /** Documents of the hits, in the order in which they came. */
  readonly documents: string[] = [];
  lastQuery: string | null = null;
  hasRead = false;
  readonly #passages = new Set<string>();
  #seen = 0;

  /** @param past the same steps as before, and those since */
  follow(past: readonly MissionStep[]): void {
    for (; this.#seen < past.length; this.#seen++) this.#add(past[this.#seen]);
  }

  #add(step: MissionStep): void {
    if (step.kind === 'verdict' || step.kind === 'resumed' || step.kind === 'forced') return;
    this.asked.push(step);
    const { call } = step;
    if (call === null) return;
    const query = getStepQuery(call);
    if (query !== null) {
      this.queries.push(query);
      this.searches.add(normalizeKnownQuery(query));
      if (call.hits !== null) this.lastQuery = query;
    }
    if (call.text !== null) this.hasRead = true;
    for (const hit of getCallHits(call)) this.#addHit(hit);
  }

  #addHit(hit: Hit): void {
    const key = getPassageKey(hit);
    if (this.#passages.has(key)) return;
    this.#passages.add(key);
    this.hits.push(hit);
    if (!this.documents.includes(hit.document)) this.documents.push(hit.document);
  }
}

// By the list of a mission's steps, which are added to it and never changed.
const RECALLS = new WeakMap<readonly MissionStep[], Recall>();

function recallSteps({ past }: Recalled): Recall {
  let recall = RECALLS.get(past);
  if (recall === undefined) {
    recall = new Recall();
    RECALLS.set(past, recall);
  }
  recall.follow(past);
  return recall;
}

/** The steps in which it was asked, without those that the chart took by itself. */
export const listAskedSteps = (view: Recalled): readonly MissionStep[] => recallSteps(view).asked;

/** Queries so far as they were written, executed or refused. */
export const listTriedQueries = (view: Recalled): readonly string[] => recallSteps(view).queries;

/** The first query that differs from every earlier search. */
export function findFirstNewQuery(view: Recalled, queries: Iterable<string>): string | null {
  const { searches } = recallSteps(view);
  for (const query of queries) if (!searches.has(normalizeKnownQuery(query))) return query;
  return null;
}

/** The query of the last search that was executed. */
export const getLastExecutedQuery = (view: Recalled): string | null => recallSteps(view).lastQuery;

/** All hits so far, in the order in which they came, each document with its first passage only once. */
export const collectUniqueHits = (view: Recalled): readonly Hit[] => recallSteps(view).hits;

/** The documents of all hits so far, in the order in which they came. */
export const listFoundDocuments = (view: Recalled): readonly string[] => recallSteps(view).documents;

/** True if a document has been read already. */
export const hasReadDocument = (view: Recalled): boolean => recallSteps(view).hasRead;

function getStepQuery({ args }: ToolCall): string | null {
  const { query } = args;
  return typeof query === 'string' ? query : null;
}

/** Results of a call: the hits of a search, every passage of a document that was read. */
function getCallHits({ hits, text }: ToolCall): readonly Hit[] {
  const [read] = hits ?? [];
  if (hits === null || text === null || read === undefined) return hits ?? [];
  const known = PASSAGES.get(hits) ?? [...iteratePassages(text)].map(snippet => ({ ...read, snippet }));
  PASSAGES.set(hits, known);
  return known;
}

// One document is read by many agents, and one passage found by many.
const PASSAGES = new WeakMap<readonly Hit[], readonly Hit[]>();
const PASSAGE_KEYS = new WeakMap<Hit, string>();

function getPassageKey(hit: Hit): string {
  let key = PASSAGE_KEYS.get(hit);
  if (key === undefined) {
    key = `${hit.document}\n${hit.snippet}`;
    PASSAGE_KEYS.set(hit, key);
  }
  return key;
}

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
