import { usePage } from '../../hooks.ts';
import { counted, visible } from '../../words.ts';
import styles from './Librarian.module.css';
import { librarianOf } from './librarianPart.ts';
import { sinceOf } from './memoryWords.ts';
import { CAME, LEFT } from './words.ts';

/** The entry under the pointer, and where that is in the view. */
export interface Pointed {
  /** Id of the span; −1 for none. */
  readonly span: number;
  readonly x: number;
  readonly y: number;
}

const TIP = { width: 232, height: 76 };

/** Tag, tokens, since when, and how it came and went. */
export function MemoryTip({ pointed, width, height }: { pointed: Pointed; width: number; height: number }) {
  const span = usePage(state => librarianOf(state).trace?.spans.find(({ id }) => id === pointed.span));
  if (!span) return null;
  const left = pointed.x + 16 + TIP.width > width ? pointed.x - 16 - TIP.width : pointed.x + 16;
  const top = Math.max(4, Math.min(pointed.y + 14, height - TIP.height));
  return (
    <div className={styles.tip} style={{ left, top }}>
      <p>
        <b>{visible(span.tag)}</b>
      </p>
      <p>
        {counted(span.tokens, 'token')} in {span.place === 'working' ? 'working memory' : 'storage'}{' '}
        {sinceOf(span)}
      </p>
      <p className="label">
        {CAME[span.cause]}
        {span.to !== null && `, then ${LEFT[span.end ?? 'remove']} in Cycle ${span.to}`}
      </p>
    </div>
  );
}
