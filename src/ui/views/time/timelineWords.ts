import { formatNounCount } from '../../lib/words.ts';
import { getCurrentModelWords } from '../../model/looks.ts';
import { describeGroupHues, getCurrentGroupHues } from '../../network/assignGroupHues.ts';
import type { PageState } from '../../state/pageState.ts';

/** "475 agents from round −59 to 31; Leila Sato comes first." */
export function describeTimelines(state: PageState, rows: readonly number[]): string {
  const { run } = state;
  if (!run) return '';
  const { agent, tick } = getCurrentModelWords(state);
  const [first] = rows;
  const hues = getCurrentGroupHues(state);
  return `${formatNounCount(rows.length, ...agent)} from ${tick} ${run.columns.first} to ${run.columns.head}${
    first === undefined ? '' : `; ${run.info.names[first]} comes first`
  }${hues ? `; ${describeGroupHues(hues)}` : ''}.`;
}
