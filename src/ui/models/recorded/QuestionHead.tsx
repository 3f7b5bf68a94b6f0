import type { ReactNode } from 'react';
import { Modes } from '../../controls/Modes.tsx';
import { usePage, usePageStore } from '../../hooks/hooks.ts';
import { chooseQuestion } from './cases/chooseQuestion.ts';
import styles from './Recorded.module.css';
import { type CasesQuestion, getCasesQuestion } from './recordedPart.ts';

const QUESTIONS: readonly (readonly [question: CasesQuestion, word: string])[] = [
  ['cost', 'Cost'],
  ['rules', 'Rules'],
  ['states', 'States'],
  ['clock', 'Clock'],
];

/** The head of the corner: its title, and the questions that it can answer. */
export function QuestionHead({ children }: { readonly children: ReactNode }) {
  const store = usePageStore();
  const question = usePage(getCasesQuestion);
  return (
    <header className={styles.head}>
      <h2>{children}</h2>
      <Modes<CasesQuestion>
        modes={QUESTIONS}
        chosen={question}
        onChoose={chosen => chooseQuestion(store, chosen)}
      />
    </header>
  );
}
