import type { MeanWords } from '../../worlds/summarizeOutcome.ts';
import styles from './Worlds.module.css';

/** A mean, and below it the ends of its interval. */
export function Mean({
  words: { mean, ends },
  isBold,
}: {
  readonly words: MeanWords;
  readonly isBold?: boolean;
}) {
  return (
    <>
      {isBold ? <b>{mean}</b> : mean}
      {ends && <span className={`label ${styles.fewer}`}>{ends}</span>}
    </>
  );
}
