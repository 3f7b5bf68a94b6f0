import { selectAgentModelPart } from '../../../engine/model/selectAgentModelPart.ts';
import type { LibrarianDetail, MemoryDump } from '../../../engine/models/librarian/reports/detail.ts';
import { usePage } from '../../hooks/hooks.ts';
import { Heading } from '../../views/bar/Heading.tsx';
import { AgentHistory } from '../../views/inspector/AgentHistory.tsx';
import { StateNow, Triggers } from '../../views/inspector/AgentNow.tsx';
import { CloseAgent } from '../../views/inspector/CloseAgent.tsx';
import inspector from '../../views/inspector/InspectorParts.module.css';
import styles from './Librarian.module.css';
import { getReaderSelection } from './librarianPart.ts';
import { StorageList, WorkingList } from './memory/EntryList.tsx';
import { EntrySection } from './memory/EntrySection.tsx';
import { MemoryChanges } from './memory/MemoryChanges.tsx';
import { ThinkingLog } from './memory/ThinkingLog.tsx';
import { QuestionList } from './QuestionList.tsx';
import { ReaderStep } from './ReaderStep.tsx';
import { getViewedMemory } from './resources.ts';
import { STRATEGY_WORDS } from './words.ts';

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
