import { useState } from 'react';
import { selectAgentModelPart } from '../../../engine/model/selectAgentModelPart.ts';
import type {
  AskedLine,
  LibrarianDetail,
  MemoryDump,
} from '../../../engine/models/librarian/reports/librarianDetail.ts';
import type { LibrarianStep } from '../../../engine/models/librarian/step/librarianStep.ts';
import { PromptDialog } from '../../controls/PromptDialog.tsx';
import { StateDot } from '../../controls/StateDot.tsx';
import { usePage, usePageStore } from '../../hooks/hooks.ts';
import { escapeInvisibleText } from '../../lib/formatCounts.ts';
import { getInspectedAgent } from '../../state/selection.ts';
import { Heading } from '../../views/bar/Heading.tsx';
import { AgentHistory } from '../../views/inspector/AgentHistory.tsx';
import { StateNow, Triggers } from '../../views/inspector/AgentNow.tsx';
import { CloseAgent } from '../../views/inspector/CloseAgent.tsx';
import inspector from '../../views/inspector/InspectorParts.module.css';
import { WhatIfText } from '../../views/inspector/WhatIf.tsx';
import { describeFactPlace, describeQuestionMark, STRATEGY_WORDS } from './describeRecall.ts';
import styles from './Librarian.module.css';
import { getLibrarianPart, getReaderSelection, type ReaderPicked } from './librarianPart.ts';
import { getViewedMemory } from './librarianResources.ts';
import { StorageList, WorkingList } from './memory/EntryList.tsx';
import { EntrySection } from './memory/EntrySection.tsx';
import { MemoryChanges } from './memory/MemoryChanges.tsx';
import { ThinkingLog } from './memory/ThinkingLog.tsx';

/** One librarian: what it remembers as of the cycle that is shown, what it was asked, and what it thought. */
export function ReaderAgent() {
  const detail = usePage(state => state.detail);
  const dump = usePage(getViewedMemory);
  const reader = selectAgentModelPart<LibrarianDetail>('librarian', detail?.model);
  if (!detail || reader === null) return null;
  return (
    <>
      <header className={inspector.head}>
        <h2>
          {reader.name} <span className={`mono ${inspector.id}`}>{detail.id}</span>
        </h2>
        <CloseAgent />
      </header>
      <Strategy reader={reader} />
      {dump === null ? (
        <p className="label">Reading what it remembered then…</p>
      ) : (
        <Remembered reader={reader} dump={dump} />
      )}
      <div className={styles.two}>
        <div>
          <AgentHistory detail={detail} />
        </div>
        <div>
          <Heading title="state" />
          <StateNow detail={detail} />
          <Triggers detail={detail} />
        </div>
      </div>
    </>
  );
}

/** "Careful: files by topic, loads before it answers. 6 of 6 recalled; on the same text the hasty: 3 of 5, the sliding: 4 of 6." */
function Strategy({ reader }: { readonly reader: LibrarianDetail }) {
  const { strategy, right, settled, counterparts, stopped, task } = reader;
  const decides = usePage(({ run }) => run?.setup.oracle.kind ?? 'policy');
  const isPlayed = decides === 'policy';
  const others = isPlayed ? counterparts.filter(other => other.settled > 0) : [];
  return (
    <p className={styles.strategy}>
      {isPlayed ? (
        <>
          {strategy[0].toUpperCase() + strategy.slice(1)}: {STRATEGY_WORDS[strategy]}
        </>
      ) : (
        <>Reads {task}</>
      )}
      .{' '}
      {settled === 0 ? (
        'No question is settled yet'
      ) : (
        <>
          <b>
            {right} of {settled}
          </b>{' '}
          recalled
        </>
      )}
      {others.map((other, position) => (
        <span key={other.strategy}>
          {position === 0 ? '; on the same text ' : ', '}the {other.strategy}:{' '}
          <b>
            {other.right} of {other.settled}
          </b>
        </span>
      ))}
      .{stopped !== null && <> Stopped: {stopped}.</>}
    </p>
  );
}

/** The agent's memory: a chosen entry comes before the lists, the newest one after them. */
function Remembered({ reader, dump }: { readonly reader: LibrarianDetail; readonly dump: MemoryDump }) {
  const isChosen = usePage(state => getReaderSelection(state).span !== null);
  return (
    <>
      <ReaderStep />
      <MemoryChanges changed={dump.changed} />
      {isChosen && <EntrySection />}
      <div className={styles.two}>
        <div>
          <WorkingList dump={dump} hardLimit={reader.hardLimit} />
          <QuestionList dump={dump} />
        </div>
        <div>
          <StorageList dump={dump} />
          <ThinkingLog dump={dump} most={reader.logEntries} />
        </div>
      </div>
      {!isChosen && <EntrySection />}
    </>
  );
}

/** The agent's step in the cycle on the screen; its exact prompt and raw answer are one click away. */
function ReaderStep() {
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
            source={step.source}
            answer={step.said}
            tokensOut={step.tokensOut}
            onClose={() => setWhole(false)}
          />
        )}
      </div>
      {step.source !== null && (
        <WhatIfText key={step.row} agent={step.agent} tick={step.tick} answer={step.said} />
      )}
    </>
  );
}

/** "alice added, 12 tokens", "“Keep what chapter 3 says.”", "not read: no agent tag". */
export function describeReaderOutcome({ kind, result, error, thought, next, mended }: LibrarianStep): string {
  if (kind === 'unanswered') return 'no answer; it is asked again';
  const mending = mended.length > 0 ? ` (mended: ${mended.join(', ')})` : '';
  if (kind === 'unreadable') return `not read: ${error ?? ''}`;
  if (kind === 'refused') return `not done: ${error ?? ''}${mending}`;
  if (kind === 'thought') return `${thought ? `“${thought}”` : `continues to ${next}`}${mending}`;
  if (kind === 'over_limit') return 'over the paging limit, so it is asked what to move';
  if (kind === 'restored') return `restored to ${next}`;
  return `${result ?? kind}${mending}`;
}

/** An agent's questions and the origins of its answers; a click shows one in full. */
function QuestionList({ dump: { asked } }: { readonly dump: MemoryDump }) {
  const [open, setOpen] = useState<string | null>(null);
  const settled = asked.filter(({ mark }) => mark !== null);
  const right = settled.filter(({ mark }) => mark === 'right').length;
  return (
    <>
      <Heading title="questions so far">
        {settled.length === 0 ? '' : `${right} of ${settled.length}`}
      </Heading>
      {asked.length === 0 && <p className="label">None yet: it is still reading.</p>}
      <ol className={styles.asked}>
        {asked.map(line => (
          <li key={line.id}>
            <button
              type="button"
              aria-expanded={open === line.id}
              title={escapeInvisibleText(line.question)}
              onClick={() => setOpen(open === line.id ? null : line.id)}
            >
              <span className={styles.tag}>{escapeInvisibleText(line.question)}</span>
              <span className={line.mark === 'right' || line.mark === null ? styles.mark : styles.failed}>
                {describeQuestionMark(line)}
              </span>
            </button>
            {open === line.id && <Whole line={line} />}
          </li>
        ))}
      </ol>
    </>
  );
}

/** One question in full: the given answer, the right one, and its place. */
function Whole({
  line: { question, kind, given, expected, mark, tick, settled, fact },
}: {
  readonly line: AskedLine;
}) {
  const store = usePageStore();
  const show = (at: number, span: number | null) => {
    const { head, select, showTick } = store.getState();
    const own: ReaderPicked = { span };
    select({ cursor: at === head ? null : at, own });
    showTick(at);
  };
  return (
    <div className={styles.whole}>
      <p>
        {escapeInvisibleText(question)}
        {kind !== null && <span className="label"> {escapeInvisibleText(kind)}</span>}
      </p>
      {mark !== null && <p>Answered: {given === null ? 'nothing' : `“${escapeInvisibleText(given)}”`}</p>}
      {mark !== null && mark !== 'right' && <p>The right answer: “{escapeInvisibleText(expected)}”</p>}
      {fact !== null && (
        <p>
          {describeFactPlace(fact)}: “{escapeInvisibleText(fact.sentence)}”
        </p>
      )}
      <p>
        put in{' '}
        <button type="button" className={inspector.link} onClick={() => show(tick, null)}>
          Cycle {tick}
        </button>
        {settled !== null && (
          <>
            , settled in{' '}
            <button
              type="button"
              className={inspector.link}
              onClick={() => show(settled, fact?.span ?? null)}
            >
              Cycle {settled}
            </button>
          </>
        )}
      </p>
    </div>
  );
}
