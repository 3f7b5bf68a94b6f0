import { INSPECTOR_ID } from '../../views/inspector/Inspector.tsx';
import type { CasesQuestion } from './casesView.ts';

/** Id of the title in the corner, which has the list of each question. */
export const CORNER_TITLE_ID = 'question-title';

/** The view at the time axis that answers a question, and the place in it that gets the focus; null: the corner answers. */
const VIEWS: Readonly<Record<CasesQuestion, { readonly view: string; readonly place: string } | null>> = {
  cost: null,
  rules: { view: '#rule-evidence', place: '#rule-evidence h2' },
  states: null,
  clock: { view: '#clock', place: '#clock [tabindex="0"]' },
};

let stopWaiting: () => void = () => undefined;

/**
 * Moves the focus to the answer of a question as soon as it is there; from within the answer to the list in the corner.
 * Another key or a press in the meantime ends the wait.
 */
export function focusAnswer(question: CasesQuestion): void {
  stopWaiting();
  const answer = VIEWS[question];
  const isWithin = answer !== null && document.activeElement?.closest(answer.view) != null;
  const find = (): HTMLElement | null =>
    answer === null || isWithin
      ? (document.getElementById(CORNER_TITLE_ID) ??
        // A selected case stands in the place of the list.
        (isWithin ? document.getElementById(INSPECTOR_ID) : null))
      : document.querySelector<HTMLElement>(answer.place);
  const look = () => {
    const found = find();
    found?.focus();
    return found !== null;
  };
  if (look()) return;
  const changes = new MutationObserver(() => look() && stopWaiting());
  const signs = ['keydown', 'pointerdown'] as const;
  const end = () => stopWaiting();
  stopWaiting = () => {
    changes.disconnect();
    for (const sign of signs) document.removeEventListener(sign, end, true);
    stopWaiting = () => undefined;
  };
  changes.observe(document.body, { childList: true, subtree: true });
  for (const sign of signs) document.addEventListener(sign, end, true);
}
