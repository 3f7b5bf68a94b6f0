import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import styles from './InspectorParts.module.css';

/** A count with its noun; `meaning` explains the noun in a tip. */
type Sum = readonly [words: string, value: number, meaning?: string];

/** Counts with their nouns, one per line. */
export const SumList = ({ rows }: { readonly rows: readonly Sum[] }) => (
  <dl className={styles.sums}>
    {rows.map(([words, value, meaning]) => (
      <div key={words} title={meaning}>
        <dt>{words}</dt>
        <dd>
          <b>{formatGroupedInteger(value)}</b>
        </dd>
      </div>
    ))}
  </dl>
);
