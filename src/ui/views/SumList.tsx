import { grouped } from '../words.ts';
import styles from './InspectorParts.module.css';

/** Counts with their nouns, one per line. */
export const SumList = ({
  rows,
}: {
  readonly rows: readonly (readonly [words: string, value: number])[];
}) => (
  <dl className={styles.sums}>
    {rows.map(([words, value]) => (
      <div key={words}>
        <dt>{words}</dt>
        <dd>
          <b>{grouped(value)}</b>
        </dd>
      </div>
    ))}
  </dl>
);
