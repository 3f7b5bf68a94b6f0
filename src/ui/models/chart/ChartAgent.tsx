import { useState } from 'react';
import { formatPercent } from '../../../engine/core/formatPercent.ts';
import { formatQuotedText } from '../../../engine/core/formatQuotedText.ts';
import { selectAgentModelPart } from '../../../engine/model/selectAgentModelPart.ts';
import type {
  AskedLine,
  ChartDetail,
  OfferedEvent,
} from '../../../engine/models/chart/reports/chartQueries.ts';
import { Dialog } from '../../controls/Dialog.tsx';
import { isPolicySource, PolicyNote } from '../../controls/PolicyNote.tsx';
import { usePage, usePageStore } from '../../hooks/hooks.ts';
import { escapeInvisibleText, formatGroupedInteger, formatNounCount } from '../../lib/formatCounts.ts';
import { Neighbours } from '../../network/Neighbours.tsx';
import { Heading } from '../../views/bar/Heading.tsx';
import { AgentHistory } from '../../views/inspector/AgentHistory.tsx';
import { StateNow, Triggers } from '../../views/inspector/AgentNow.tsx';
import inspector from '../../views/inspector/InspectorParts.module.css';
import styles from '../../views/inspector/InspectorParts.module.css';
import { WhatIf } from '../../views/inspector/WhatIf.tsx';
import { describeStateName } from '../../words/chartLabels.ts';
import offerBarsStyles from './Chart.module.css';

/** One agent: its state, the transitions that may move it with their chances, and its past states. */
export function ChartAgent() {
  const store = usePageStore();
  const detail = usePage(state => state.detail);
  const chart = usePage(({ run }) => run?.info.chart);
  const own = selectAgentModelPart<ChartDetail>('chart', detail?.model);
  if (!detail || own === null) return null;
  return (
    <>
      <header className={inspector.head}>
        <h2>
          {detail.label ?? detail.id}{' '}
          {detail.label !== null && <span className={`mono ${inspector.id}`}>{detail.id}</span>}
        </h2>
        <button
          type="button"
          className={inspector.close}
          onClick={() => store.getState().select({ agents: [] })}
        >
          Esc closes
        </button>
      </header>
      <StateNow detail={detail} />
      <p className="label">
        {formatNounCount(own.followers, 'follower')}, follows {own.following}
        {own.neighbours
          .map(({ state, count }) => `, ${count} of them ${describeStateName(chart, state)}`)
          .join('')}
        .
      </p>
      <details>
        <summary>who they are</summary>
        <Neighbours agent={detail.agent} />
      </details>
      <Triggers detail={detail} />
      <AskedSection agent={detail.agent} asked={own} />
      <Stimulus events={own.events} chance={own.stimulus} />
      {own.columns.length > 0 && (
        <>
          <Heading title="what the chart reads of it" />
          <p className="mono">
            {own.columns.map(({ name, value }) => `${name} ${Number(value.toPrecision(4))}`).join(', ')}
          </p>
        </>
      )}
      <AgentHistory detail={detail} />
    </>
  );
}

/** "An event comes by chance: stimulus 0.3 a tick, one of 2 (coin, kick), 15 % each, if nothing else moves it." */
function Stimulus({ events, chance }: { readonly events: readonly string[]; readonly chance: number }) {
  if (events.length === 0) return null;
  if (chance === 0) return <p className="label">No event comes by chance: stimulus is 0.</p>;
  const each = Number(((100 * chance) / events.length).toPrecision(3));
  return (
    <p className="label">
      Events come by chance where nothing else moves it: stimulus {Number(chance.toPrecision(4))} a tick,{' '}
      {events.length === 1 ? events[0] : `one of ${events.length} (${events.join(', ')}), ${each} % each`}.
    </p>
  );
}

/** The question that its chart asked an agent: the choice, the decider, and the prompt of a language model. */
function AskedSection({ agent, asked }: { readonly agent: number; readonly asked: ChartDetail }) {
  const [position, setPosition] = useState(0);
  const [prompt, setPrompt] = useState<string | null>(null);
  const chart = usePage(({ run }) => run?.info.chart);
  const kind = usePage(({ run }) => run?.setup.oracle.kind);
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
              title="Question"
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
          <ChoiceOutcome line={line} />
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
          {isPolicySource(prompt === line?.situation ? line.source : kind === 'policy' ? kind : null) && (
            <PolicyNote />
          )}
          <pre className={styles.prompt}>{prompt}</pre>
          {prompt === line?.situation && line.evidence.raw !== undefined && (
            <>
              <p className="label">The answer as it came.</p>
              <pre className={styles.prompt}>{escapeInvisibleText(line.evidence.raw)}</pre>
            </>
          )}
        </Dialog>
      )}
    </div>
  );
}

/** "It chose buy.", and what else it could have done. */
function ChoiceOutcome({ line }: { readonly line: AskedLine }) {
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

interface Props {
  readonly offered: readonly OfferedEvent[];
  /** Probabilities from an oracle; null if the weights alone decide. */
  readonly given: readonly { readonly event: string; readonly share: number }[] | null;
  /** The event that was chosen; null for none. */
  readonly chosen: string | null;
}

/** The events that an agent may choose from: how likely each is, and the chart's weight of it. */
export function OfferBars({ offered, given, chosen }: Props) {
  const shareOf = ({ event, share }: OfferedEvent) =>
    given === null ? share : (given.find(one => one.event === event)?.share ?? 0);
  const most = Math.max(...offered.map(shareOf), Number.MIN_VALUE);
  return (
    <table className={offerBarsStyles.offer}>
      <thead>
        <tr>
          <th scope="col">it could</th>
          <th scope="col" colSpan={2}>
            {given === null ? 'probability' : 'probability, by the model'}
          </th>
          <th scope="col">weight</th>
        </tr>
      </thead>
      <tbody>
        {offered.map(one => (
          <tr key={one.event} className={one.event === chosen ? inspector.ready : undefined}>
            <th scope="row">
              {one.event === chosen ? <b>{one.event}</b> : one.event}
              {one.event === chosen && <span className="hidden"> (chosen)</span>}
            </th>
            <td className={offerBarsStyles.bar} aria-hidden="true">
              <i style={{ width: `${(100 * shareOf(one)) / most}%` }} />
            </td>
            <td>{formatPercent(shareOf(one))}</td>
            <td>{Number(one.weight.toPrecision(4))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `7 %`; of what is rare but possible, `< 1 %`. */
