import { chooseAdvisedMove } from './advised.ts';
import { writeFailingAnswer } from './failing.ts';
import { writeMoveAnswer } from './said.ts';
import { chooseSearcherMove } from './searcher.ts';
import type { CharacterView } from './view.ts';

/**
 * The raw text that the built-in policy gives in place of a language model's: a function of the view alone.
 */
export function writeCharacterAnswer(view: CharacterView): string {
  if (view.obeys && view.advice !== null)
    return writeMoveAnswer(view, chooseAdvisedMove(view, view.advice.rule));
  // Who took the advice to analyze, or heeds a warning, goes on sensibly.
  const isBack =
    view.heeds ||
    (view.obeys &&
      view.past.some(({ advice, obeyed, next }) => advice?.rule && obeyed && next === 'analyzing'));
  return view.character === 'searcher' || isBack
    ? writeMoveAnswer(view, chooseSearcherMove(view))
    : writeFailingAnswer(view);
}
