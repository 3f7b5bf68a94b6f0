import { findEndpointColumns } from './findEndpointColumns.ts';
import type { NetworkFile } from './networkFile.ts';
import { type NetworkFormat, RecordDraft } from './networkFormat.ts';
import { isNumericText } from './networkNumbers.ts';
import type { TableRow } from './parseNetworkRows.ts';

/** A node and its neighbours a line, as NetworkX and Gephi read it. */
export const ADJACENCY_LIST: NetworkFormat = {
  name: 'an adjacency list',
  fits: isAdjacencyList,
  read(file) {
    const draft = new RecordDraft(file);
    const { rows, comments } = file.rows;
    const hasColons = hasColonRows(rows);
    for (const { cells, line } of rows) {
      const [first, ...others] = cells.filter(cell => cell !== '');
      if (first === undefined) continue;
      const source = hasColons ? first.replace(/\s*:$/, '') : first;
      draft.node(source);
      for (const target of others) draft.edge({ source, target, place: line });
    }
    return draft.end({ comments: comments.length, remarks: ['each line is a node and its neighbours'] });
  },
};

/** NetworkX begins its files with its command and the time. */
const isNetworkXFile = (comments: readonly string[]): boolean =>
  comments.slice(0, 4).some(line => /^GMT\b/.test(line));
const hasColonRows = (rows: readonly TableRow[]): boolean =>
  rows.length > 0 && rows.every(({ cells }) => /:$/.test(cells[0]));

function isAdjacencyList(file: NetworkFile): boolean {
  const { rows, comments } = file.rows;
  if (rows.length === 0 || rows.some(({ attributes }) => attributes !== null)) return false;
  if (/^adj(list)?$/.test(file.extension) || isNetworkXFile(comments)) return true;
  if (hasColonRows(rows)) return true;
  const widths = new Set(rows.map(({ cells }) => cells.length));
  const most = Math.max(...widths);
  if (
    widths.size < 2 ||
    most < 3 ||
    rows.slice(0, 20).some(({ cells }) => findEndpointColumns(cells) !== null)
  )
    return false;
  if (rows.some(({ cells }) => cells.some(cell => cell === '' || /[.,]\d|\d\s*[-/:]\s*\d/.test(cell))))
    return false;
  const firsts = new Set(rows.map(({ cells }) => cells[0]));
  if (firsts.size < rows.length) return false;
  const others = rows.flatMap(({ cells }) => cells.slice(1));
  if (others.every(cell => firsts.has(cell))) return true;
  const known = new Set(rows.flatMap(({ cells }) => cells.slice(0, 2)));
  const thirds = rows.flatMap(({ cells }) => cells.slice(2));
  const isKnown = thirds.filter(cell => known.has(cell)).length >= thirds.length / 2;
  if (most > 3) return rows.length > 1 && !widths.has(1) && isKnown;
  return !widths.has(1) && isKnown && thirds.every(cell => !isNumericText(cell));
}
