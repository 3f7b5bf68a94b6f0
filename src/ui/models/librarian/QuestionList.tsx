import { useState } from 'react';
import type { AskedLine, MemoryDump } from '../../../engine/models/librarian/reports/detail.ts';
import { usePageStore } from '../../hooks/hooks.ts';
import { escapeInvisibleText } from '../../lib/words.ts';
import { Heading } from '../../views/bar/Heading.tsx';
import inspector from '../../views/inspector/InspectorParts.module.css';
import styles from './Librarian.module.css';
import type { ReaderPicked } from './librarianPart.ts';
import { describeFactPlace, describeQuestionMark } from './words.ts';

/** An agent's questions and the origins of its answers; a click shows one in full. */
export function QuestionList({ dump: { asked } }: { readonly dump: MemoryDump }) {
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

/** One question in full: the answer given, the right one, and where that was. */
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
