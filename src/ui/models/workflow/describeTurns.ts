import type { Account, OutcomeLine } from '../../../engine/models/workflow/reports/workflowDetail.ts';
import type { PageState } from '../../state/pageState.ts';
import { getInspectedAgent } from '../../state/selection.ts';
import { type DisplayedTurn, getWorkflowPart } from './workflowPart.ts';

/** Hue of a made artifact, as a position in the palette: that of a state of the example workflow. */
export const MADE = 2;
/** Hue of an artifact that was found broken, likewise. */
export const BROKEN = 3;
/** Hue of a sold artifact, likewise. */
export const SOLD = 5;

/** Scrip that an agent made by selling; negative for a loss. */
export const computeProfit = ({ earned, spent }: Pick<Account, 'earned' | 'spent'>): number => earned - spent;

/** True for the turn of the agent and the tick on the screen; at the head the previous turn stays until the next. */
export function isTurnVisible(
  { agent, tick, isHead }: DisplayedTurn,
  page: Pick<PageState, 'selection' | 'head'>,
): boolean {
  const { selection, head } = page;
  if (getInspectedAgent(selection) !== agent) return false;
  return selection.cursor === null ? tick === head || (isHead && tick < head) : tick === selection.cursor;
}

/** The turn on the screen; null while it is being asked for. */
export function getLoadedTurn(page: PageState): DisplayedTurn | null {
  const { turn } = getWorkflowPart(page);
  return turn !== null && isTurnVisible(turn, page) ? turn : null;
}

/** Consequence of a failed step: "try 2 of 4; it is tried again in the next tick". */
export function describeStepFailure({ outcome, attempt, tries, failure }: OutcomeLine): string {
  const why = {
    unanswered: 'no answer came',
    unreadable: 'the answer could not be read',
    unmapped: 'no key of the map is mentioned',
    no_edge: 'no edge allows the move',
    code: 'its code broke off',
  }[failure ?? 'unreadable'];
  const then = {
    done: '',
    retry: `try ${attempt} of ${tries}; it is tried again in the next tick`,
    skipped: 'the step is skipped',
    gave_up: `try ${attempt} of ${tries}; the workflow goes on without it`,
    stopped: 'the workflow has ended',
  }[outcome];
  return `${why}: ${then}`;
}
