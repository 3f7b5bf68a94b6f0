import { counted } from '../../lib/words.ts';
import { wordsNow } from '../../model/looks.ts';
import { huesNow, huesWords } from '../../network/groupHues.ts';
import type { PageState } from '../../state/pageState.ts';

/** "475 agents from round −59 to 31; Leila Sato comes first." */
export function timelinesSentence(state: PageState, rows: readonly number[]): string {
  const { run } = state;
  if (!run) return '';
  const { agent, tick } = wordsNow(state);
  const [first] = rows;
  const hues = huesNow(state);
  return `${counted(rows.length, ...agent)} from ${tick} ${run.columns.first} to ${run.columns.head}${
    first === undefined ? '' : `; ${run.info.names[first]} comes first`
  }${hues ? `; ${huesWords(hues)}` : ''}.`;
}
