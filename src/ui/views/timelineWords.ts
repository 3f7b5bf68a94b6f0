import type { TableData } from '../controls/tableData.ts';
import type { RowEnd } from '../models/look.ts';
import { lookNow, wordsNow } from '../models/looks.ts';
import type { PageState } from '../store/pageState.ts';
import { shownSociety, shownTick } from '../store/shown.ts';
import { counted } from '../words.ts';

/** "475 agents from round −59 to 31; Leila Sato comes first." */
export function timelinesSentence(state: PageState, rows: readonly number[]): string {
  const { run } = state;
  if (!run) return '';
  const { agent, tick } = wordsNow(state);
  const [first] = rows;
  return `${counted(rows.length, ...agent)} from ${tick} ${run.columns.first} to ${run.columns.head}${
    first === undefined ? '' : `; ${run.info.names[first]} comes first`
  }.`;
}

/** A table with one row per agent, in its state at the tick on the screen. */
export function timelinesTable(state: PageState, rows: readonly number[]): TableData {
  const { run } = state;
  const society = shownSociety(state);
  const look = lookNow(state);
  const { agent: words, tick } = look.words;
  const ends = look.timelines.columns;
  const groups = run?.info.groups ?? null;
  // The end of a row may already be its group.
  const apart = groups !== null && !ends.includes(groups.label) ? groups : null;
  const group = apart ? [apart.label] : [];
  const head = [words[0], 'name', ...group, `state in ${tick} ${shownTick(state)}`, `since ${tick}`, ...ends];
  if (!run || !society) return { head, rows: [] };
  const { info } = run;
  return {
    head,
    rows: rows.map(agent => [
      look.idOf(agent),
      info.names[agent],
      ...(apart ? [apart.names[apart.of[agent]] ?? ''] : []),
      info.chart.states[society.state[agent]],
      society.since[agent],
      ...endCells(look.timelines.end(state, run, agent), ends.length),
    ]),
  };
}

/** The end of a row, as cells; empty where unknown. */
function endCells(end: RowEnd | null, width: number): string[] {
  const cells = end ? [`${end.words}${end.strong}`, ...end.numbers] : [];
  return Array.from({ length: width }, (_, column) => cells[column] ?? '');
}
