import { normalizeQuery } from '../inputs/searchIndex.ts';
import type { Action } from '../missionStep.ts';
import { MISSION_PHASES, type Phase } from '../phases.ts';
import { ARGUMENTS, findToolByName, getCallSubject, READ_TOOL, SEARCH_TOOL } from '../tools.ts';

/** The phase that an action leads to, or the reason for its refusal with advice. */
type PhaseMove =
  | { readonly kind: 'goes'; readonly to: Phase }
  | { readonly kind: 'refused'; readonly reason: string; readonly advice: string };

const createRefusedMove = (reason: string, advice: string): PhaseMove => ({
  kind: 'refused',
  reason,
  advice,
});
const createPhaseMove = (to: Phase): PhaseMove => ({ kind: 'goes', to });
const formatPhaseName = (phase: Phase): string => phase.toUpperCase();

/** Governance's verdict on an action in a phase. */
export function judgeGovernedMove(phase: Phase, action: Action): PhaseMove {
  if (action.kind === 'finish') return createPhaseMove('finishing');
  const mistake = action.kind === 'tool' ? findToolMistake(phase, action) : null;
  if (mistake !== null) return mistake;
  if (action.kind === 'reason' && phase === 'deciding')
    return createRefusedMove('reasoning is no decision', 'Decide now: use a tool, or finish.');
  return checkClaimedPhase(phase, action);
}

function findToolMistake(phase: Phase, action: Extract<Action, { kind: 'tool' }>): PhaseMove | null {
  const broken = findToolError(action);
  if (broken !== null)
    return createRefusedMove(
      broken,
      `Use ${SEARCH_TOOL} with a query or ${READ_TOOL} with a title, or finish. There is no other tool.`,
    );
  if (phase === 'analyzing')
    return createRefusedMove(
      'no tool in ANALYZING',
      'Conclude first: in ANALYZING you reason, and no tool can be used. Then decide.',
    );
  return null;
}

/** Reason why a call is impossible, with or without governance; null if it is possible. */
export function findToolError(action: Extract<Action, { kind: 'tool' }>): string | null {
  const tool = findToolByName(action.tool);
  if (tool === undefined) return `there is no tool "${action.tool}"`;
  const subject = getCallSubject(action);
  if (subject === null) return `${tool} needs a ${ARGUMENTS[tool]}`;
  return normalizeQuery(subject) === '' ? `${tool} needs a ${ARGUMENTS[tool]} with words in it` : null;
}

/** Refuses an answer that claims another phase than the one it leads to. */
function checkClaimedPhase(phase: Phase, action: Action): PhaseMove {
  const to = getResultingPhase(phase, action);
  const { next } = action;
  if (next === null || next === to) return createPhaseMove(to);
  if (action.kind === 'reason' && phase === 'analyzing' && next === 'analyzing')
    return createPhaseMove('analyzing');
  if (!(MISSION_PHASES as readonly string[]).includes(next))
    return createRefusedMove(
      `"${next}" is no phase`,
      `From ${formatPhaseName(phase)} this leads to ${formatPhaseName(to)}.`,
    );
  if (phase === 'searching' && next === 'deciding')
    return createRefusedMove(
      'SEARCHING does not lead to DECIDING',
      'Analyze first: reason about what you have found.',
    );
  return createRefusedMove(
    `${formatPhaseName(phase)} does not lead to ${next.toUpperCase()} so`,
    `From ${formatPhaseName(phase)} this leads to ${formatPhaseName(to)}.`,
  );
}

/** The phase that an action leads to by itself. */
function getResultingPhase(phase: Phase, { kind }: Action): Phase {
  if (kind === 'tool') return 'searching';
  if (kind === 'finish') return 'finishing';
  return phase === 'searching' ? 'analyzing' : 'deciding';
}

/** Moves without governance: nothing is refused, and the phase follows if the chart has an edge. */
export function getUngovernedPhase(phase: Phase, action: Action): Phase {
  if (action.kind === 'tool')
    return phase === 'analyzing' || findToolError(action) !== null ? phase : 'searching';
  if (action.kind === 'reason' && phase === 'analyzing' && action.next === 'analyzing') return phase;
  return getResultingPhase(phase, action);
}
