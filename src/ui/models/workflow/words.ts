import type { Account, OutcomeLine, WorkflowCheck } from '../../../engine/models/workflow/detail.ts';
import { type Keeping, LONGEST_KEPT } from '../../files/edits.ts';
import { inspected } from '../../selection.ts';
import type { PageState } from '../../store/pageState.ts';
import { counted, grouped } from '../../words/words.ts';
import { type ShownTurn, workflowOf } from './workflowPart.ts';

/** Hue of a made artifact, as a position in the palette: that of a state of the example workflow. */
export const MADE = 2;
/** Hue of an artifact that was found broken, likewise. */
export const BROKEN = 3;
/** Hue of a sold artifact, likewise. */
export const SOLD = 5;

/** Scrip that an agent made by selling; negative for a loss. */
export const profitOf = ({ earned, spent }: Pick<Account, 'earned' | 'spent'>): number => earned - spent;

/** The text in the editor: what was typed, else the run's. */
export function editorText(state: Pick<PageState, 'edits' | 'modelParts'>): string | null {
  const { inputs } = workflowOf(state);
  return inputs === null ? null : (state.edits.draft?.text ?? inputs.text);
}

/** Whether a turn is that of the agent and the tick on the screen; at the head an earlier one stays until the next. */
export function isShown(
  { agent, tick, isHead }: ShownTurn,
  page: Pick<PageState, 'selection' | 'head'>,
): boolean {
  const { selection, head } = page;
  if (inspected(selection) !== agent) return false;
  return selection.cursor === null ? tick === head || (isHead && tick < head) : tick === selection.cursor;
}

/** The turn on the screen; null while it is being asked for. */
export function shownTurn(page: PageState): ShownTurn | null {
  const { turn } = workflowOf(page);
  return turn !== null && isShown(turn, page) ? turn : null;
}

/** How many errors a check found; warnings do not count. */
export const errorsIn = (check: WorkflowCheck | null): number =>
  check?.problems.filter(({ severity }) => severity === 'error').length ?? 0;

/** "no errors; 6 states, 9 steps", "2 errors, 1 warning" */
export function foundWords(check: WorkflowCheck): string {
  const { problems, states, steps } = check;
  const errors = errorsIn(check);
  const warnings = problems.length - errors;
  const found = [
    ...(errors > 0 ? [counted(errors, 'error')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
  ];
  const told = found.length > 0 ? found.join(', ') : 'no errors';
  if (states === null || steps === null) return told;
  return `${told}; ${counted(states, 'state')}, ${counted(steps, 'step')}`;
}

/** "; kept in this browser" */
export function keptWords(keeping: Keeping | null): string {
  if (keeping === null) return '';
  return {
    kept: '; kept in this browser',
    full: '; not kept: the browser’s storage is full or forbidden',
    long: `; not kept: it is longer than ${grouped(LONGEST_KEPT)} characters`,
  }[keeping];
}

/** Consequence of a failed step: "try 2 of 4; it is tried again in the next tick". */
export function failureWords({ outcome, attempt, tries, failure }: OutcomeLine): string {
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
