import { normalizeQuery } from '../inputs/search.ts';
import type { Dossier } from '../missionLedger.ts';
import type { Action } from '../step.ts';
import { getCallSubject } from '../tools.ts';

/** A signature, equal for actions that are the same move. */
function getActionSignature(action: Action): string {
  const next = action.next === null ? '' : ` > ${action.next}`;
  if (action.kind !== 'tool') return `${action.kind}${next}`;
  const subject = getCallSubject(action);
  const about = subject === null ? JSON.stringify(action.args) : normalizeQuery(subject);
  return `${action.tool} ${about}${next}`;
}

/**
 * Length of A B A B … at the end of an agent's actions including the next one, refused or not; an unreadable
 * answer breaks it. @param length before that one.
 */
export function measureAlternation(dossier: Dossier, action: Action | null, length: number): number {
  if (action === null) {
    dossier.actions = [];
    return 0;
  }
  const next = getActionSignature(action);
  const { actions } = dossier;
  const last = actions.at(-1) ?? null;
  const before = actions.length === 2 ? actions[0] : null;
  dossier.actions = last === null ? [next] : [last, next];
  if (last === null || next === last) return 1;
  return next === before ? length + 1 : 2;
}
