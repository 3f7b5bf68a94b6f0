import { normalisedQuery } from '../inputs/search.ts';
import { PHASES, type Phase } from '../phases.ts';
import type { Action } from '../step.ts';
import { ARGUMENTS, READ_TOOL, SEARCH_TOOL, subjectOf, toolNamed } from '../tools.ts';

/** The phase that an action leads to, or the reason for its refusal with advice. */
export type Move =
  | { readonly kind: 'goes'; readonly to: Phase }
  | { readonly kind: 'refused'; readonly reason: string; readonly advice: string };

const refused = (reason: string, advice: string): Move => ({ kind: 'refused', reason, advice });
const goes = (to: Phase): Move => ({ kind: 'goes', to });
const shown = (phase: Phase): string => phase.toUpperCase();

/** Governance's verdict on an action in a phase. */
export function governedMove(phase: Phase, action: Action): Move {
  if (action.kind === 'finish') return goes('finishing');
  const mistake = action.kind === 'tool' ? toolMistake(phase, action) : null;
  if (mistake !== null) return mistake;
  if (action.kind === 'reason' && phase === 'deciding')
    return refused('reasoning is no decision', 'Decide now: use a tool, or finish.');
  return claimed(phase, action);
}

function toolMistake(phase: Phase, action: Extract<Action, { kind: 'tool' }>): Move | null {
  const broken = toolError(action);
  if (broken !== null)
    return refused(
      broken,
      `Use ${SEARCH_TOOL} with a query or ${READ_TOOL} with a title, or finish. There is no other tool.`,
    );
  if (phase === 'analyzing')
    return refused(
      'no tool in ANALYZING',
      'Conclude first: in ANALYZING you reason, and no tool can be used. Then decide.',
    );
  return null;
}

/** Why a call is impossible, with or without governance; null where it is possible. */
export function toolError(action: Extract<Action, { kind: 'tool' }>): string | null {
  const tool = toolNamed(action.tool);
  if (tool === undefined) return `there is no tool "${action.tool}"`;
  const subject = subjectOf(action);
  if (subject === null) return `${tool} needs a ${ARGUMENTS[tool]}`;
  return normalisedQuery(subject) === '' ? `${tool} needs a ${ARGUMENTS[tool]} with words in it` : null;
}

/** Refuses an answer that claims another phase than the one it leads to. */
function claimed(phase: Phase, action: Action): Move {
  const to = leadsTo(phase, action);
  const { next } = action;
  if (next === null || next === to) return goes(to);
  if (action.kind === 'reason' && phase === 'analyzing' && next === 'analyzing') return goes('analyzing');
  if (!(PHASES as readonly string[]).includes(next))
    return refused(`"${next}" is no phase`, `From ${shown(phase)} this leads to ${shown(to)}.`);
  if (phase === 'searching' && next === 'deciding')
    return refused('SEARCHING does not lead to DECIDING', 'Analyze first: reason about what you have found.');
  return refused(
    `${shown(phase)} does not lead to ${next.toUpperCase()} so`,
    `From ${shown(phase)} this leads to ${shown(to)}.`,
  );
}

/** The phase that an action leads to by itself. */
function leadsTo(phase: Phase, { kind }: Action): Phase {
  if (kind === 'tool') return 'searching';
  if (kind === 'finish') return 'finishing';
  return phase === 'searching' ? 'analyzing' : 'deciding';
}

/** Moves without governance: nothing is refused, and the phase follows where the chart has an edge. */
export function freePhase(phase: Phase, action: Action): Phase {
  if (action.kind === 'tool')
    return phase === 'analyzing' || toolError(action) !== null ? phase : 'searching';
  if (action.kind === 'reason' && phase === 'analyzing' && action.next === 'analyzing') return phase;
  return leadsTo(phase, action);
}
