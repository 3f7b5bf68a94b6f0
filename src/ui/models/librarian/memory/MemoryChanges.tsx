import type { MemoryChange } from '../../../../engine/models/librarian/reports/librarianDetail.ts';
import { escapeInvisibleText, formatNounCount } from '../../../lib/formatCounts.ts';
import { CAME, LEFT } from '../describeRecall.ts';
import styles from '../Librarian.module.css';

/** Entries of a cycle that are shown one by one. */
const MAX_CHANGES_SHOWN = 8;

/** Changes of the memory in a cycle: entries that came and left, their places and their causes. */
export function MemoryChanges({ changed }: { readonly changed: readonly MemoryChange[] }) {
  if (changed.length === 0) return <p className={styles.unchanged}>the memory stayed as it was</p>;
  return (
    <ul className={styles.changes} aria-label="changes of the memory in this cycle">
      {changed.slice(0, MAX_CHANGES_SHOWN).map(({ place, tag, tokens, isHere, cause }, at) => (
        <li key={at} data-here={isHere}>
          <span aria-hidden="true">{isHere ? '+' : '−'}</span>{' '}
          <b className="mono">{escapeInvisibleText(tag)}</b>{' '}
          {isHere ? `into ${place}, ${CAME[cause]}` : `out of ${place}, ${LEFT[cause]}`},{' '}
          {formatNounCount(tokens, 'token')}
        </li>
      ))}
      {changed.length > MAX_CHANGES_SHOWN && <li>and {changed.length - MAX_CHANGES_SHOWN} more</li>}
    </ul>
  );
}
