import { Fragment } from 'react';
import { Scrolling } from '../../../controls/Scrolling.tsx';
import { usePage, usePageStore } from '../../../hooks/hooks.ts';
import { escapeInvisibleText } from '../../../lib/formatCounts.ts';
import { getInspectedAgent } from '../../../state/selection.ts';
import { Heading } from '../../../views/bar/Heading.tsx';
import inspector from '../../../views/inspector/InspectorParts.module.css';
import { CAME } from '../describeRecall.ts';
import styles from '../Librarian.module.css';
import { getLibrarianPart } from '../librarianPart.ts';

/** The chosen entry in full, when it was written, and by which answer. */
export function EntrySection() {
  const agent = usePage(({ selection }) => getInspectedAgent(selection));
  // The previous entry stays until the next has arrived.
  const entry = usePage(state =>
    getLibrarianPart(state).entry?.agent === agent ? getLibrarianPart(state).entry : null,
  );
  if (!entry) return null;
  const { span, value, said, source } = entry;
  const { written, from, cause } = span;
  return (
    <section className={`${styles.two} ${styles.chosen}`} aria-label="Chosen entry">
      <div>
        <Heading title={escapeInvisibleText(span.tag)}>
          {span.place === 'working' ? 'working memory' : 'storage'}
        </Heading>
        <Scrolling className={styles.value}>{escapeInvisibleText(value)}</Scrolling>
        {from !== written && from > 0 && (
          <p className="label">
            {CAME[cause]} in <CycleLink tick={from} />
          </p>
        )}
      </div>
      <div>
        {said === null ? (
          <p className="label">given, not written by an answer</p>
        ) : (
          <>
            <p className={inspector.key}>
              <span>
                written in <CycleLink tick={written} />, by this answer
              </span>
              {source !== null && source !== 'policy' && <span>{source}</span>}
            </p>
            <Scrolling className={styles.said}>
              <Answer text={escapeInvisibleText(said)} />
            </Scrolling>
          </>
        )}
      </div>
    </section>
  );
}

/** Shows a cycle, in which the answer that did it can be read. */
function CycleLink({ tick }: { readonly tick: number }) {
  const store = usePageStore();
  const show = () => {
    const { head, select, showTick } = store.getState();
    select({ cursor: tick === head ? null : tick });
    showTick(tick);
  };
  return (
    <button type="button" className={inspector.link} onClick={show}>
      Cycle {tick}
    </button>
  );
}

/** A raw answer with pale markup, normal text and its type in bold. */
function Answer({ text }: { readonly text: string }) {
  const parts = text.split(/(<[^<>]*>)/);
  return (
    <>
      {parts.map((part, position) => {
        if (position % 2) return <i key={position}>{part}</i>;
        const isType = /^<type\b/.test(parts[position - 1] ?? '');
        return isType ? <b key={position}>{part}</b> : <Fragment key={position}>{part}</Fragment>;
      })}
    </>
  );
}
