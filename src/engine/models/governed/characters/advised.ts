import type { Rule } from '../phases.ts';
import { advisedFinal } from './finals.ts';
import { answerOf } from './findings.ts';
import { hitsOf } from './recall.ts';
import type { Move } from './said.ts';
import { searcherMove } from './searcher.ts';
import type { CharacterView } from './view.ts';

/**
 * The move of an agent that follows advice: after too many searches that found something it analyzes, else it
 * finishes when stuck, and makes a legal move after a refusal.
 */
export function adviceMove(view: CharacterView, rule: Rule | null): Move {
  if (rule === null) return searcherMove(view);
  if (rule === 'same_tool' && view.phase === 'searching' && hitsOf(view).length > 0)
    return { action: 'reason', reasoning: 'I have searched enough, and look at what I have found.' };
  return { action: 'finish', final: advisedFinal(view, answerOf(view)) };
}
