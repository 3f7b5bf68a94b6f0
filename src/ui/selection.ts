import type { Tick } from '../engine/indices.ts';

/** What the pointer is over; one for the whole page, so that every view can light the same thing. */
export type Hover =
  | { readonly kind: 'tick'; readonly tick: Tick }
  | { readonly kind: 'post'; readonly post: number; readonly tick: Tick }
  | { readonly kind: 'agent'; readonly agent: number };

/** One selection, shared by all views. */
export interface Selection {
  /** The round that is looked at; null follows the head. */
  readonly cursor: Tick | null;
  /** First and last round of a brushed span. */
  readonly range: readonly [Tick, Tick] | null;
  /** One alone is in the inspector. */
  readonly agents: readonly number[];
  /** State that was clicked: `agents` are those who were in it then. */
  readonly state: number | null;
  /** Root post of the cascade on the screen. */
  readonly root: number | null;
  readonly post: number | null;
  /** Row of the step whose prompt is shown; null: the latest one. */
  readonly step: number | null;
  /** Id of the span of memory whose value is shown; null: the newest entry. */
  readonly span: number | null;
  readonly hover: Hover | null;
}

export const NOTHING: Selection = {
  cursor: null,
  range: null,
  agents: [],
  state: null,
  root: null,
  post: null,
  step: null,
  span: null,
  hover: null,
};

/** The agent in the inspector, null for none or many. */
export const inspected = (selection: Selection): number | null =>
  selection.agents.length === 1 ? selection.agents[0]! : null;

/** What Esc does: lets go of one thing, the latest kind of choice first. */
export function steppedBack(selection: Selection): Selection {
  if (selection.post !== null) return { ...selection, post: null };
  if (selection.step !== null) return { ...selection, step: null };
  if (selection.span !== null) return { ...selection, span: null };
  if (selection.agents.length > 0 || selection.state !== null)
    return { ...selection, agents: [], state: null };
  if (selection.range) return { ...selection, range: null };
  return { ...selection, cursor: null };
}
