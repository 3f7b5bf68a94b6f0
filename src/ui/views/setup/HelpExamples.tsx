import { useEffect, useRef } from 'react';
import { usePage } from '../../hooks/hooks.ts';
import styles from './HelpExamples.module.css';

/** A language by example: its heading, what is said of it first, and code with what comes of it. */
export interface HelpExamples {
  readonly heading: string;
  readonly notes: readonly string[];
  readonly examples: readonly {
    readonly title: string;
    readonly code: string;
    /** Its output; absent for none. */
    readonly result?: string;
  }[];
}

/** The examples one below the other; the one that was asked for, if any, is in view. */
export function HelpExampleList({ heading, notes, examples }: HelpExamples) {
  const wanted = usePage(state => state.help);
  const shown = useRef<HTMLElement>(null);
  useEffect(() => {
    // The dialog opens after its contents are there, and takes the focus.
    queueMicrotask(() => {
      shown.current?.scrollIntoView?.({ block: 'start' });
      shown.current?.focus({ preventScroll: true });
    });
  }, []);
  return (
    <>
      <h3>{heading}</h3>
      {notes.map(note => (
        <p key={note}>{note.replaceAll('`', '')}</p>
      ))}
      {examples.map(({ title, code, result }) => (
        <section
          key={title}
          ref={title === wanted ? shown : undefined}
          tabIndex={-1}
          aria-label={title}
          className={styles.example}
        >
          <p>{title}</p>
          <pre>
            <code>{result === undefined ? code : `${code}\n# out: ${result}`}</code>
          </pre>
        </section>
      ))}
    </>
  );
}
