import { useState } from 'react';
import { formatQuotedText } from '../../../engine/core/formatQuotedText.ts';
import type { GovernedDetail } from '../../../engine/models/governed/reports/detail.ts';
import type { Step } from '../../../engine/models/governed/step.ts';
import { PromptDialog } from '../../controls/PromptDialog.tsx';
import { Scrolling } from '../../controls/Scrolling.tsx';
import { usePage } from '../../hooks/hooks.ts';
import { escapeInvisibleText, formatGroupedInteger, formatNounCount } from '../../lib/words.ts';
import type { PageState } from '../../state/pageState.ts';
import inspector from '../../views/inspector/InspectorParts.module.css';
import { WhatIfText } from '../../views/inspector/WhatIf.tsx';
import styles from './Governed.module.css';
import { getGovernedPart, getMissionSelection } from './governedPart.ts';
import { getPromptStep } from './resources.ts';
import { describeAdviceFate, formatRefusalReason, isQuestionStep } from './trace/words.ts';
import { describeUnstatedRule } from './words.ts';

/** The step whose prompt is shown, of the mission in the inspector. */
const getCurrentStep = (state: PageState, { trace }: GovernedDetail): Step | undefined =>
  getPromptStep(trace, getMissionSelection(state).step);

/** The end of a step's prompt with the state of the agent, and the answer with how it was read. */
export function StepSection({ governed }: { readonly governed: GovernedDetail }) {
  const row = usePage(state => getCurrentStep(state, governed)?.row);
  const step = governed.trace.steps.find(other => other.row === row);
  const prompt = usePage(state =>
    getGovernedPart(state).prompt?.row === row ? getGovernedPart(state).prompt : null,
  );
  const [whole, setWhole] = useState(false);
  if (!step) return <p className="label">It has not been asked anything yet.</p>;
  if (!isQuestionStep(step)) return <Unasked step={step} />;
  const tokens = prompt?.tokens ?? step.tokensIn;
  return (
    <div className={`${styles.two} ${styles.reading}`}>
      <div>
        <div className={inspector.key}>
          <h3>prompt, Step {step.tick}</h3>
          <button type="button" className={inspector.link} onClick={() => setWhole(true)}>
            all {formatNounCount(tokens, 'token')}
          </button>
        </div>
        <Scrolling className={`${styles.text} ${styles.prompt}`}>
          {prompt ? <LastLines text={prompt.user} /> : '…'}
        </Scrolling>
      </div>
      <div>
        <div className={inspector.key}>
          <h3>raw answer</h3>
          <span>{formatNounCount(step.tokensOut, 'token')}</span>
        </div>
        <Scrolling className={styles.text}>
          {step.said === null ? 'none came' : escapeInvisibleText(step.said)}
        </Scrolling>
        <p className={`label ${styles.read}`}>
          {describeAnswerReading(step)}
          {step.advice && (
            <>
              ; advice <b>{describeAdviceFate(step, governed.trace.steps)}</b>
            </>
          )}
        </p>
        <WhatIfText key={step.row} agent={step.agent} tick={step.tick} said={step.said} />
      </div>
      {whole && (
        <PromptDialog
          title={`Step ${step.tick}, the whole prompt`}
          prompt={prompt}
          tokens={tokens}
          said={step.said}
          tokensOut={step.tokensOut}
          onClose={() => setWhole(false)}
        />
      )}
    </div>
  );
}

const STATE_SECTION = '## Agent State';

/** The section about the agent's state in full; the text before it is counted. */
function LastLines({ text }: { readonly text: string }) {
  const at = text.lastIndexOf(STATE_SECTION);
  const end = at < 0 ? text.slice(-400) : text.slice(at);
  const before = text.length - end.length;
  const [first, ...rest] = escapeInvisibleText(end.trimEnd()).split('\n');
  return (
    <>
      {before > 0 && (
        <i>
          … {formatGroupedInteger(before)} characters before …{'\n'}
        </i>
      )}
      <b>{first}</b>
      {rest.map((line, position) => {
        const colon = line.indexOf(': ');
        return colon < 0 ? (
          <span key={position}>{`\n${line}`}</span>
        ) : (
          <span key={position}>
            {`\n${line.slice(0, colon + 2)}`}
            <b>{line.slice(colon + 2)}</b>
          </span>
        );
      })}
    </>
  );
}

/** "read without repair", "mended: taken out of a fence", "refused: …". */
function describeAnswerReading(step: Step): string {
  const mended = step.mended.length > 0 ? `mended: ${step.mended.join(', ')}` : 'read without repair';
  if (step.kind === 'unanswered') return `${step.refused ?? 'no answer'}: it is asked again`;
  if (step.kind === 'unreadable') return `not read: ${escapeInvisibleText(step.refused ?? '')}`;
  return step.refused === null && step.call?.error == null
    ? mended
    : `${mended}; ${escapeInvisibleText(formatRefusalReason(step))}`;
}

/** An action of the chart without a question. */
function Unasked({ step }: { readonly step: Step }) {
  const why = step.rule === null ? '' : describeUnstatedRule(step.rule, step.reason);
  return (
    <p className={styles.facts}>
      Step {step.tick}, without a question: <b>{step.next}</b>
      {why && `, ${why}`}
      {step.reason && `: ${formatQuotedText(step.reason)}`}.
    </p>
  );
}
