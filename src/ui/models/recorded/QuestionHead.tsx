import type { ReactNode } from 'react';
import { Modes } from '../../controls/Modes.tsx';
import { usePage, usePageStore } from '../../hooks/hooks.ts';
import { CASES_QUESTIONS, type CasesQuestion, chooseCasesView } from './casesView.ts';
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
  return (
    <header className={styles.head}>
      <h2>{children}</h2>
      <Modes<CasesQuestion>
        modes={QUESTIONS}
        chosen={chosen}
        onChoose={question => chooseCasesView(store, { question })}
      />
    </header>
  );
}
