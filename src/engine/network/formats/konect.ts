import { readEdgeTable } from './edgeTable.ts';
import type { NetworkFile } from './networkFile.ts';
import { type NetworkFormat, type NetworkRecord, RecordDraft } from './networkFormat.ts';
import type { TableRow } from './parseNetworkRows.ts';

const KONECT_FIRST_LINE = /^\s*%\s*(sym|asym|bip)\b[ \t]*(\S*)/i;

/** KONECT's `out.*` files, and those of Network Repository: `% sym unweighted`, then two nodes, a weight and a time a line. */
export const KONECT: NetworkFormat = {
  name: 'KONECT',
  fits: ({ text }) => KONECT_FIRST_LINE.test(text),
  read(file) {
    const [, form, weights] = KONECT_FIRST_LINE.exec(file.text) ?? ['', '', ''];
    return form.toLowerCase() === 'bip'
      ? readKonectBipartite(file)
      : readKonectLines(file, form.toLowerCase() === 'sym' ? 'undirected' : 'directed', weights);
  },
};

/** The third column is the weight, whatever it looks like; the fourth the time. */
function readKonectLines(
  file: NetworkFile,
  declared: 'undirected' | 'directed',
  weights: string,
): NetworkRecord {
  const { rows, comments } = file.rows;
  if (rows.length === 0) return readEdgeTable(file);
  const draft = new RecordDraft(file);
  const hasWeights = weights.toLowerCase() !== 'unweighted' && rows.some(({ cells }) => cells.length > 2);
  for (const { cells, line } of rows) {
    checkKonectLine(file, cells, line);
    draft.edge({
      source: cells[0],
      target: cells[1],
      weight: hasWeights ? (cells[2] ?? '1') : null,
      place: line,
    });
  }
  return draft.end({
    declared,
    comments: comments.length,
    weightName: hasWeights ? 'column 3' : null,
    leftOut: listKonectLeftOut(rows, hasWeights),
  });
}

/** Two kinds of nodes, each numbered from 1. */
function readKonectBipartite(file: NetworkFile): NetworkRecord {
  const draft = new RecordDraft(file);
  const { rows, comments } = file.rows;
  const hasWeights =
    !/^\s*%\s*bip\s+unweighted/i.test(file.text) && rows.some(({ cells }) => cells.length > 2);
  for (const { cells, line } of rows) {
    checkKonectLine(file, cells, line);
    const weight = hasWeights ? (cells[2] ?? '1') : null;
    draft.edge({ source: `left ${cells[0]}`, target: `right ${cells[1]}`, weight, place: line });
  }
  return draft.end({
    declared: 'undirected',
    comments: comments.length,
    weightName: hasWeights ? 'column 3' : null,
    leftOut: listKonectLeftOut(rows, hasWeights),
    remarks: ['nodes of two kinds, left and right, which count from 1 each'],
  });
}

function checkKonectLine(file: NetworkFile, { length }: readonly string[], line: number): void {
  if (length < 2 || length > 4)
    file.fail(
      line,
      `KONECT has two nodes, a weight and a time a line, not ${length} column${length === 1 ? '' : 's'}`,
    );
}

/** Columns that are not read: weights of a network that says it has none, and times. */
function listKonectLeftOut(rows: readonly TableRow[], hasWeights: boolean): readonly string[] {
  const most = rows.reduce((width, { cells }) => Math.max(width, cells.length), 0);
  return [
    ...(most > 2 && !hasWeights ? ['column 3 of an unweighted network'] : []),
    ...(most > 3 ? ['column 4, the time'] : []),
  ];
}
