import { useState } from 'react';
import type { OutcomeLine, TurnDetail } from '../../../engine/models/workflow/reports/detail.ts';
import type { Match } from '../../../engine/models/workflow/words.ts';
import { PromptDialog } from '../../controls/PromptDialog.tsx';
import { usePage } from '../../hooks/hooks.ts';
import { escapeInvisibleText, formatNounCount } from '../../lib/words.ts';
import { getViewedTick } from '../../state/shown.ts';
import { Heading } from '../../views/bar/Heading.tsx';
import inspector from '../../views/inspector/InspectorParts.module.css';
import { WhatIfText } from '../../views/inspector/WhatIf.tsx';
import { findKeyMention } from './findKeyMention.ts';
import { TurnChanges } from './TurnChanges.tsx';
import styles from './Workflow.module.css';
import { describeStepFailure, getLoadedTurn } from './words.ts';

/** The turn in the tick that is shown: the steps that ran, the question, and the fate of the answer. */
export function TurnSection() {
  const turn = usePage(getLoadedTurn);
  const tick = usePage(getViewedTick);
  if (turn === null) return tick > 0 && <p className={styles.waiting}>Reading Tick {tick} …</p>;
  return turn.detail === null ? (
    <p className={styles.waiting}>It has no turn in Tick {turn.tick}.</p>
  ) : (
    <Turn turn={turn.detail} />
  );
}

function Turn({ turn }: { readonly turn: TurnDetail }) {
  const [whole, setWhole] = useState(false);
  const { agent, tick, state, code, outcomes, question } = turn;
  const asked = outcomes.find(({ step }) => step === question?.step) ?? null;
  const tokens = (asked?.tokensIn ?? 0) + (asked?.tokensOut ?? 0);
  return (
    <>
      <Heading title={`turn in Tick ${tick}, in ${state}`}>
        {question && (
          <button type="button" className={inspector.link} onClick={() => setWhole(true)}>
            prompt and answer, {formatNounCount(tokens, 'token')}
          </button>
        )}
      </Heading>
      {code.length > 0 && (
        <p className={styles.ran}>
          ran <b>{code.join(', ')}</b>
        </p>
      )}
      {question && (
        <p className={styles.ran}>
          asked by <b>{question.step}</b>
          {question.components.length > 0 && `, with ${question.components.join(', ')}`}
          {question.unknown.length > 0 &&
            `; no variable: ${question.unknown.map(name => `{${name}}`).join(', ')}`}
        </p>
      )}
      {outcomes.map(line => (
        <Outcome key={line.row} line={line} />
      ))}
      {question && (
        <WhatIfText key={`${agent} ${tick}`} agent={agent} tick={tick} said={asked?.answer ?? null} />
      )}
      {outcomes.length === 0 && !question && <p className={styles.ran}>nobody was asked</p>}
      <TurnChanges changed={turn.changed} />
      {whole && question && (
        <PromptDialog
          title={`Tick ${tick}, ${question.step}: prompt and answer`}
          prompt={{ system: question.system, user: question.prompt }}
          unknown={question.unknown}
          tokens={asked?.tokensIn ?? 0}
          said={asked?.answer ?? null}
          tokensOut={asked?.tokensOut ?? 0}
          onClose={() => setWhole(false)}
        />
      )}
    </>
  );
}

/** “Let us ship it.” first key mentioned: ship → shipping */
function Outcome({ line }: { readonly line: OutcomeLine }) {
  const { answer, outcome, result, step, type, match, isThere, key } = line;
  // Staying takes no edge.
  const allowed = outcome === 'done' && key !== null && match !== null && !isThere;
  return (
    <div className={styles.outcome}>
      {answer !== null && (
        <blockquote className={styles.answer}>
          “<Said answer={escapeInvisibleText(answer)} word={key} match={match} />”
        </blockquote>
      )}
      <p>
        {type === 'code' && `${step}: `}
        {escapeInvisibleText(result)}
        {allowed && ', an edge allows it'}
      </p>
      {outcome !== 'done' && <p className={styles.failed}>{describeStepFailure(line)}</p>}
    </div>
  );
}

interface SaidProps {
  readonly answer: string;
  readonly word: string | null;
  readonly match: Match | null;
}

/** The answer with the key that was found in it highlighted. */
function Said({ answer, word, match }: SaidProps) {
  const at = word === null ? -1 : findKeyMention(answer, word, match);
  if (word === null || at < 0) return <>{answer}</>;
  return (
    <>
      {answer.slice(0, at)}
      <b>{answer.slice(at, at + word.length)}</b>
      {answer.slice(at + word.length)}
    </>
  );
}
