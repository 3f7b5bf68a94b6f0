import { adviceMove } from './advised.ts';
import { failingAnswer } from './failing.ts';
import { written } from './said.ts';
import { searcherMove } from './searcher.ts';
import type { CharacterView } from './view.ts';

/**
 * The raw text that the built-in policy gives in place of a language model's: a function of the view alone.
 */
export function characterAnswer(view: CharacterView): string {
  if (view.obeys && view.advice !== null) return written(view, adviceMove(view, view.advice.rule));
  // Who took the advice to analyze, or heeds a warning, goes on sensibly.
  const isBack =
    view.heeds ||
    (view.obeys &&
      view.past.some(({ advice, obeyed, next }) => advice?.rule && obeyed && next === 'analyzing'));
  return view.character === 'searcher' || isBack ? written(view, searcherMove(view)) : failingAnswer(view);
}
