import { Fragment } from 'react';
import { Scrolling } from '../../controls/Scrolling.tsx';
import { usePage, usePageStore } from '../../hooks.ts';
import { inspected } from '../../selection.ts';
import inspector from '../../views/Inspector.module.css';
import { visible } from '../../words.ts';
import { Heading } from './Heading.tsx';
import styles from './Librarian.module.css';

/** The chosen entry in full, when it was written, and by which answer. */
export function EntrySection() {
  const store = usePageStore();
  const agent = usePage(({ selection }) => inspected(selection));
  // The one before stays until the next is there.
  const entry = usePage(({ librarian }) => (librarian.entry?.agent === agent ? librarian.entry : null));
  const head = usePage(state => state.head);
  if (!entry) return null;
  const { span, value, said, source } = entry;
  const { written } = span;
  return (
    <section className={`${styles.two} ${styles.chosen}`} aria-label="Chosen entry">
      <div>
        <Heading title={visible(span.tag)}>{span.place === 'working' ? 'working memory' : 'storage'}</Heading>
        <Scrolling className={styles.value}>{visible(value)}</Scrolling>
      </div>
      <div>
        {said === null ? (
          <p className="label">given, not written by an answer</p>
        ) : (
          <>
            <p className={inspector.key}>
              <span>
                written in{' '}
                <button
                  type="button"
                  className={inspector.link}
                  onClick={() => store.getState().select({ cursor: written === head ? null : written })}
                >
                  Cycle {written}
                </button>
                , by this answer
              </span>
              {source !== null && source !== 'policy' && <span>{source}</span>}
            </p>
            <Scrolling className={styles.said}>
              <Answer text={visible(said)} />
            </Scrolling>
          </>
        )}
      </div>
    </section>
  );
}

/** The marks of a raw answer are pale, what stands between them is not, and its type is strong. */
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
