import type { MemoryTrace, Span } from '../../../../engine/models/librarian/reports/detail.ts';
import type { TableData } from '../../../controls/tableData.ts';
import { escapeInvisibleText, formatGroupedInteger, formatNounCount } from '../../../lib/words.ts';
import { CAME, LEFT } from '../words.ts';
import { countMovesUpTo } from './beside.ts';
import { getMemoryLayout, listLiveRuns } from './layout.ts';

const PLACES = { working: 'working memory', storage: 'storage' } as const;

/** "Hugo Lindqvist: 5 entries, 1,770 tokens in working memory, …; 16 moved out by paging, …." */
export function describeMemory(trace: MemoryTrace | null, tick = trace?.upTo ?? 0): string {
  if (!trace) return 'Nobody remembers anything yet.';
  const layout = getMemoryLayout(trace);
  const places = (['working', 'storage'] as const).map(place => {
    const live = listLiveRuns(layout[place], tick);
    const tokens = live.reduce((sum, { span }) => sum + span.tokens, 0);
    return `${formatNounCount(live.length, 'entry', 'entries')}, ${formatNounCount(tokens, 'token')} in ${PLACES[place]}`;
  });
  const moved = countMovesUpTo(trace, tick).map(
    ({ count, words }) => `${formatGroupedInteger(count)} ${words}`,
  );
  return `${trace.name}: ${places.join('; ')}; ${moved.join(', ')}.`;
}

/** "since Cycle 51" */
export const formatSpanStart = ({ from }: Span): string =>
  from <= 0 ? 'from the beginning' : `since Cycle ${from}`;

/** "letter_text, 480 tokens in working memory since Cycle 46, loaded" */
export function describeMemorySpan(span: Span): string {
  const until = span.to === null ? '' : ` until Cycle ${span.to}, ${LEFT[span.end ?? 'remove']}`;
  return `${escapeInvisibleText(span.tag)}, ${formatNounCount(span.tokens, 'token')} in ${PLACES[span.place]} ${formatSpanStart(span)}, ${CAME[span.cause]}${until}`;
}

/** A table of entries, each for as long as it stayed in one place, newest first. */
export function buildMemoryTable(trace: MemoryTrace | null): TableData {
  const head = ['tag', 'place', 'tokens', 'from cycle', 'to cycle', 'how it came', 'how it left'];
  const rows = (trace?.spans ?? [])
    .map(({ tag, place, tokens, from, to, cause, end }) => [
      escapeInvisibleText(tag),
      PLACES[place],
      tokens,
      from,
      to ?? '',
      CAME[cause],
      end === null ? '' : LEFT[end],
    ])
    .reverse();
  return { head, rows };
}
