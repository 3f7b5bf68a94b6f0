import { ChartTip, type TipPlace } from '../../../controls/chart/ChartTip.tsx';
import { usePage } from '../../../hooks/hooks.ts';
import { escapeInvisibleText, formatNounCount } from '../../../lib/words.ts';
import { getLibrarianPart } from '../librarianPart.ts';
import { CAME, LEFT } from '../words.ts';
import { formatSpanStart } from './memoryWords.ts';

interface Props {
  /** Id of the entry under the pointer; null for none. */
  readonly span: number | null;
  readonly place: TipPlace;
}

/** Tag, tokens, since when, and how it came and went. */
export function MemoryTip({ span: id, place }: Props) {
  const span = usePage(state => getLibrarianPart(state).trace?.spans.find(other => other.id === id));
  if (!span) return null;
  return (
    <ChartTip place={place} gap={[16, 14]} width={232} height={76}>
      <p>
        <b>{escapeInvisibleText(span.tag)}</b>
      </p>
      <p>
        {formatNounCount(span.tokens, 'token')} in {span.place === 'working' ? 'working memory' : 'storage'}{' '}
        {formatSpanStart(span)}
      </p>
      <p className="label">
        {CAME[span.cause]}
        {span.to !== null && `, then ${LEFT[span.end ?? 'remove']} in Cycle ${span.to}`}
      </p>
    </ChartTip>
  );
}
