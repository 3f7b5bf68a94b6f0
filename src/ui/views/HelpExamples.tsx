import styles from './HelpExamples.module.css';

/** A language by example: its heading, and code with what comes of it. */
export interface HelpExamples {
  readonly heading: string;
  readonly examples: readonly {
    readonly title: string;
    readonly code: string;
    readonly result: string;
  }[];
}

/** The examples one below the other. */
export function HelpExampleList({ heading, examples }: HelpExamples) {
  return (
    <>
      <h3>{heading}</h3>
      {examples.map(({ title, code, result }) => (
        <section key={title} aria-label={title} className={styles.example}>
          <p>{title}</p>
          <pre>
            <code>{`${code}\n# out: ${result}`}</code>
          </pre>
        </section>
      ))}
    </>
  );
}
