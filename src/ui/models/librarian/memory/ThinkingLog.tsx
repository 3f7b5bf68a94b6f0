import type { MemoryDump } from '../../../../engine/models/librarian/reports/librarianDetail.ts';
import { escapeInvisibleText } from '../../../lib/formatCounts.ts';
import { Heading } from '../../../views/bar/Heading.tsx';
import styles from '../Librarian.module.css';

interface Props {
  readonly dump: MemoryDump;
  /** Maximum number of entries; null if no log is kept. */
  readonly most: number | null;
}

/** The agent's thoughts, oldest first; a full log drops the oldest. */
export function ThinkingLog({ dump: { thinkingLog }, most }: Props) {
  const isFull = most !== null && thinkingLog.length >= most;
  return (
    <>
      <Heading title="thinking log">
        {most === null ? 'not kept' : `${thinkingLog.length} of ${most}${isFull ? ', rotating' : ''}`}
      </Heading>
      <dl className={styles.log}>
        {thinkingLog.map(({ key, text }) => (
          <div key={key}>
            <dt>{key.replace(/^.*_(?=\d+$)/, '')}</dt>
            <dd>{escapeInvisibleText(text)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
