import { useState } from 'react';
import type { Step } from '../../../engine/models/librarian/step/step.ts';
import { PromptDialog } from '../../controls/PromptDialog.tsx';
import { StateDot } from '../../controls/StateDot.tsx';
import { usePage } from '../../hooks/hooks.ts';
import { escapeInvisibleText } from '../../lib/words.ts';
import { getInspectedAgent } from '../../state/selection.ts';
import inspector from '../../views/inspector/InspectorParts.module.css';
import { WhatIfText } from '../../views/inspector/WhatIf.tsx';
import styles from './Librarian.module.css';
import { getLibrarianPart } from './librarianPart.ts';

/** The agent's step in the cycle on the screen; its exact prompt and raw answer are one click away. */
export function ReaderStep() {
  const agent = usePage(({ selection }) => getInspectedAgent(selection));
  const shown = usePage(state =>
    getLibrarianPart(state).step?.step.agent === agent ? getLibrarianPart(state).step : null,
  );
  const [whole, setWhole] = useState(false);
  if (!shown) return null;
  const { step, prompt } = shown;
  return (
    <>
      <div className={styles.foot}>
        <span className={styles.step} title={escapeInvisibleText(describeReaderOutcome(step))}>
          Cycle {step.tick}, <StateDot state={step.state} />
          <b>{step.next === step.state ? step.state : `${step.state} → ${step.next}`}</b>:{' '}
          {escapeInvisibleText(describeReaderOutcome(step))}
        </span>
        {prompt && (
          <button type="button" className={inspector.link} onClick={() => setWhole(true)}>
            prompt and answer
          </button>
        )}
        {whole && (
          <PromptDialog
            title={`Cycle ${step.tick}, prompt and answer`}
            prompt={prompt}
            tokens={step.tokensIn}
            said={step.said}
            tokensOut={step.tokensOut}
            onClose={() => setWhole(false)}
          />
        )}
      </div>
      {step.source !== null && (
        <WhatIfText key={step.row} agent={step.agent} tick={step.tick} said={step.said} />
      )}
    </>
  );
}

/** "alice added, 12 tokens", "“Keep what chapter 3 says.”", "not read: no agent tag". */
export function describeReaderOutcome({ kind, result, error, thought, next, mended }: Step): string {
  if (kind === 'unanswered') return 'no answer; it is asked again';
  const mending = mended.length > 0 ? ` (mended: ${mended.join(', ')})` : '';
  if (kind === 'unreadable') return `not read: ${error ?? ''}`;
  if (kind === 'refused') return `not done: ${error ?? ''}${mending}`;
  if (kind === 'thought') return `${thought ? `“${thought}”` : `goes on to ${next}`}${mending}`;
  if (kind === 'over_limit') return 'over the paging limit, so it is asked what to move';
  if (kind === 'restored') return `restored to ${next}`;
  return `${result ?? kind}${mending}`;
}
