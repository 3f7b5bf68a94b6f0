import type { Rule } from '../phases.ts';
import { advisedFinal } from './finals.ts';
import { answerOf } from './findings.ts';
import type { Move } from './said.ts';
import { searcherMove } from './searcher.ts';
import type { CharacterView } from './view.ts';

/**
 * The move of an agent that follows advice: it finishes when stuck, and makes a legal move after a refusal.
 */
export function adviceMove(view: CharacterView, rule: Rule | null): Move {
  if (rule === null) return searcherMove(view);
  return { action: 'finish', final: advisedFinal(view, answerOf(view)) };
}
