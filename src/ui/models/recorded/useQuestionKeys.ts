import { useEffect } from 'react';
import { usePageStore } from '../../hooks/hooks.ts';
import { isKeyTaken } from '../../hooks/keys.ts';
import { isSomebodySelected } from '../../state/selection.ts';
import { askQuestion } from './askQuestion.ts';
import { CASES_QUESTIONS } from './casesView.ts';
import { focusAnswer } from './focusAnswer.ts';

/**
 * Keys of the questions, 1 to 4: each leads to its answer, and again to its list in the corner, and lets go of a selected
 * case, which would stand in its place.
 */
export function useQuestionKeys(): void {
  const store = usePageStore();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const state = store.getState();
      const question = CASES_QUESTIONS[Number(event.key) - 1];
      const isOther = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
      if (question === undefined || isOther || !state.letterKeys || isKeyTaken(event)) return;
      event.preventDefault();
      askQuestion(store, question);
      if (question !== 'clock' && isSomebodySelected(state.selection)) state.select({ agents: [] });
      focusAnswer(question);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [store]);
}
