import { usePageStore } from '../../hooks/hooks.ts';
import { isSomebodySelected } from '../../state/selection.ts';
import { askQuestion } from './askQuestion.ts';
import { CASES_QUESTIONS } from './casesView.ts';
import { focusAnswer } from './focusAnswer.ts';
import { useSingleKeys } from './useSingleKeys.ts';

/**
 * Keys of the questions, 1 to 4: each leads to its answer, and again to its list in the corner, and lets go of a selected
 * case, which would stand in its place.
 */
export function useQuestionKeys(): void {
  const store = usePageStore();
  useSingleKeys(key => {
    const question = CASES_QUESTIONS[Number(key) - 1];
    if (question === undefined) return null;
    return () => {
      const state = store.getState();
      askQuestion(store, question);
      if (question !== 'clock' && isSomebodySelected(state.selection)) state.select({ agents: [] });
      focusAnswer(question);
    };
  });
}
