import { useState } from 'react';
import { formatQuotedText } from '../../../engine/core/formatQuotedText.ts';
import type { AskedLine, ChartDetail } from '../../../engine/models/chart/reports/chartQueries.ts';
import { Dialog } from '../../controls/Dialog.tsx';
import { usePage } from '../../hooks/hooks.ts';
import { escapeInvisibleText, formatGroupedInteger } from '../../lib/words.ts';
import styles from '../../views/inspector/InspectorParts.module.css';
import { WhatIf } from '../../views/inspector/WhatIf.tsx';
import { describeStateName } from '../../words/chartWords.ts';
import { OfferBars } from './OfferBars.tsx';

/** What an agent was asked by its chart: what it chose, by whom it was decided, and what a model was told. */
export function AskedSection({ agent, asked }: { readonly agent: number; readonly asked: ChartDetail }) {
  const [position, setPosition] = useState(0);
  const [prompt, setPrompt] = useState<string | null>(null);
  const chart = usePage(({ run }) => run?.info.chart);
  const { questions, questionCount, next } = asked;
  const line = questions[Math.min(position, questions.length - 1)];
  if (line === undefined && next === null) return null;
  return (
    <div>
      <h3 className={styles.key}>
        what it was asked <span>{formatGroupedInteger(questionCount)} in all</span>
      </h3>
      {line && (
        <>
          <p className={styles.asked}>
            <select
              aria-label="Question"
              className={styles.pick}
              value={Math.min(position, questions.length - 1)}
              onChange={event => setPosition(Number(event.target.value))}
            >
              {questions.map((other, row) => (
                <option key={row} value={row}>
                  Tick {other.tick}: {other.chosen ?? other.source}
                </option>
              ))}
            </select>
            {line.situation !== null && (
              <button type="button" className={styles.link} onClick={() => setPrompt(line.situation)}>
                what it was told
              </button>
            )}
          </p>
          <Outcome line={line} />
          {line.offered && (
            <WhatIf
              agent={agent}
              tick={line.tick}
              options={line.offered.map(({ event }) => event)}
              chosen={line.chosen}
            />
          )}
        </>
      )}
      {next !== null && (
        <>
          <p className="label">
            In {describeStateName(chart, next.state)} it is asked in the next tick.{' '}
            <button type="button" className={styles.link} onClick={() => setPrompt(next.prompt)}>
              prompt for a model
            </button>
          </p>
          <OfferBars offered={next.offered} given={null} chosen={null} />
        </>
      )}
      {prompt !== null && (
        <Dialog title="Prompt" onClose={() => setPrompt(null)}>
          <pre className={styles.prompt}>{prompt}</pre>
          {prompt === line?.situation && line.evidence.raw !== undefined && (
            <>
              <p className="label">What came back.</p>
              <pre className={styles.prompt}>{escapeInvisibleText(line.evidence.raw)}</pre>
            </>
          )}
        </Dialog>
      )}
    </div>
  );
}

/** "It chose buy.", and what else it could have done. */
function Outcome({ line }: { readonly line: AskedLine }) {
  const { chosen, source, offered, shares, reason, evidence, moved } = line;
  const facts = [
    `source ${source}`,
    evidence.model && formatQuotedText(evidence.model),
    evidence.form,
    evidence.tokensIn !== undefined &&
      `${formatGroupedInteger(evidence.tokensIn)} tokens in, ${formatGroupedInteger(evidence.tokensOut ?? 0)} out`,
    evidence.milliseconds !== undefined && `${formatGroupedInteger(Math.round(evidence.milliseconds))} ms`,
  ];
  return (
    <>
      <p className={styles.chosen}>
        {chosen !== null ? (
          <>
            It chose <b>{chosen}</b>
            {!moved && ', which it did not answer any more'}.
          </>
        ) : source === 'late' ? (
          'The answer came too late; it is asked again.'
        ) : (
          'No answer could be used; it stays, and is asked again.'
        )}
      </p>
      {reason !== null && <p className={styles.reason}>{formatQuotedText(reason)}</p>}
      {offered && <OfferBars offered={offered} given={shares} chosen={chosen} />}
      <p className="label">{facts.filter(Boolean).join(' · ')}</p>
    </>
  );
}
