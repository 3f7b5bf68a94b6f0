import type { Tick } from '../../engine/core/indices.ts';
import type { Hit } from '../../engine/models/textSearch.ts';

/** The item under the pointer; one for the whole page, so that every view can highlight the same thing. */
type Hover =
  | { readonly kind: 'tick'; readonly tick: Tick }
  /** Something of the model's own, by a number that only it knows. */
  | { readonly kind: 'thing'; readonly thing: number; readonly tick: Tick }
  | { readonly kind: 'agent'; readonly agent: number };

/** One selection, shared by all views. */
export interface Selection {
  /** The round that is looked at; null follows the head. */
  readonly cursor: Tick | null;
  /** First and last round of a brushed span. */
  readonly range: readonly [Tick, Tick] | null;
  /** Selected agents; a single one is in the inspector. */
  readonly agents: readonly number[];
  /** State that was clicked: `agents` are those that were in it then. */
  readonly state: number | null;
  /** The selection among the model's own things, as plain data that only it understands; null for none. */
  readonly own: object | null;
  readonly hover: Hover | null;
}

/** Selection of a fresh run. */
export const EMPTY_SELECTION: Selection = {
  cursor: null,
  range: null,
  agents: [],
  state: null,
  own: null,
  hover: null,
};

/** The agent in the inspector, null for none or many. */
export const getInspectedAgent = ({ agents }: Selection): number | null =>
  agents.length === 1 ? (agents[0] ?? null) : null;

/** True if the inspector has a subject: one agent, several, or a state. */
export const isSomebodySelected = ({ agents, state }: Selection): boolean =>
  agents.length > 0 || state !== null;

/** The effect of Esc without a selection of the model's own: clears one thing, the latest kind of choice first. */
export function stepSelectionBack(selection: Selection): Selection {
  if (selection.agents.length > 0 || selection.state !== null)
    return { ...selection, agents: [], state: null };
  if (selection.range) return { ...selection, range: null, cursor: null };
  return { ...selection, cursor: null };
}

/** True if nothing that all models have is selected, and the present round is shown. */
export const isSelectionEmpty = ({ agents, state, range, cursor }: Selection): boolean =>
  agents.length === 0 && state === null && range === null && cursor === null;

/** The search text, and the model's own items that match it. */
export interface Search {
  readonly words: string;
  /** Null: not known for these words. */
  readonly hits: readonly Hit[] | null;
}

/** Nothing is searched for. */
export const NO_SEARCH: Search = { words: '', hits: null };

/** Fewest letters for which posts, goals and the like are looked through. */
const MIN_SEARCH_LETTERS = 2;

/** The words that the model's own things are looked through for; null: too few. */
export const getSearchWords = ({ words }: Search): string | null =>
  words.trim().length < MIN_SEARCH_LETTERS ? null : words.trim();
