import { type ReactNode, useEffect } from 'react';
import { Modes } from '../../controls/Modes.tsx';
import { useOneTabStop } from '../../controls/useOneTabStop.ts';
import { usePage, usePageStore } from '../../hooks/hooks.ts';
import { INSPECTOR_ID } from '../../views/inspector/Inspector.tsx';
import { askQuestion } from './askQuestion.ts';
import { CASES_QUESTIONS, type CasesQuestion } from './casesView.ts';
import { CORNER_TITLE_ID } from './focusAnswer.ts';
import styles from './Recorded.module.css';
import { getCasesQuestion } from './recordedPart.ts';

const WORDS: Readonly<Record<CasesQuestion, string>> = {
  cost: 'Cost',
  rules: 'Rules',
  states: 'States',
  clock: 'Clock',
};
/** In the order of their keys. */
const QUESTIONS = CASES_QUESTIONS.map(question => [question, WORDS[question]] as const);

/** The head of the corner: its title, and the questions that it can answer. */
export function QuestionHead({ children }: { readonly children: ReactNode }) {
  const store = usePageStore();
  const chosen = usePage(getCasesQuestion);
  const questions = useOneTabStop(true);
  // The list of another question begins at its beginning.
  useEffect(() => {
    const corner = document.getElementById(INSPECTOR_ID);
    if (chosen !== null && corner !== null) corner.scrollTop = 0;
  }, [chosen]);
  return (
    <header className={styles.head}>
      <h2 id={CORNER_TITLE_ID} tabIndex={-1}>
        {children}
      </h2>
      <div ref={questions}>
        <Modes<CasesQuestion>
          modes={QUESTIONS}
          chosen={chosen}
          onChoose={question => askQuestion(store, question)}
        />
      </div>
    </header>
  );
}
