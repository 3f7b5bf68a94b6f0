import type { Rule } from '../phases.ts';
import { advisedFinal } from './finals.ts';
import { answerOf } from './findings.ts';
import type { Move } from './said.ts';
import { searcherMove } from './searcher.ts';
import type { CharacterView } from './view.ts';

/** What one does who follows the advice: finishes when stuck, makes a legal move after a refusal. */
export function adviceMove(view: CharacterView, rule: Rule | null): Move {
  if (rule === null) return searcherMove(view);
  return { action: 'finish', final: advisedFinal(view, answerOf(view)) };
}
