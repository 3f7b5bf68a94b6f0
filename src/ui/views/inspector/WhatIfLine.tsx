import { type ReactNode, useState } from 'react';
import { isLanguageModelOracle } from '../../../engine/oracle/oracleSetup.ts';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { usePage } from '../../hooks/hooks.ts';
import type { Answered } from './answered.ts';
import styles from './WhatIf.module.css';

const PromptTrialDialog = createLazyView(
  async () => (await import('./PromptTrialDialog.tsx')).PromptTrialDialog,
);

/** A line of what else could have been answered; where a language model decides, with the way to put the question again. */
export function WhatIfLine({
  question,
  children,
}: {
  readonly question: Answered;
  readonly children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const { tick } = question;
  const canAsk = usePage(
    ({ run, head }) => run !== null && isLanguageModelOracle(run.setup.oracle) && tick >= 1 && tick <= head,
  );
  return (
    <>
      <p className={styles.whatIf}>
        {children}
        {canAsk && (
          <button type="button" title="nothing is sent before you ask" onClick={() => setOpen(true)}>
            Edit the prompt…
          </button>
        )}
      </p>
      {isOpen && <PromptTrialDialog question={question} onClose={() => setOpen(false)} />}
    </>
  );
}
