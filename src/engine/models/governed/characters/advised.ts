import type { Rule } from '../phases.ts';
import { writeAdvisedFinal } from './finals.ts';
import { findBestHit } from './findings.ts';
import { collectUniqueHits } from './recall.ts';
import type { Move } from './said.ts';
import { chooseSearcherMove } from './searcher.ts';
import type { CharacterView } from './view.ts';

/**
 * The move of an agent that follows advice: after too many searches that found something it analyzes, else it
 * finishes when stuck, and makes a legal move after a refusal.
 */
export function chooseAdvisedMove(view: CharacterView, rule: Rule | null): Move {
  if (rule === null) return chooseSearcherMove(view);
  if (rule === 'same_tool' && view.phase === 'searching' && collectUniqueHits(view).length > 0)
    return { action: 'reason', reasoning: 'I have searched enough, and look at what I have found.' };
  return { action: 'finish', final: writeAdvisedFinal(view, findBestHit(view)) };
}
