import { readEdgeTable } from './edgeTable.ts';
import type { NetworkFile } from './networkFile.ts';
import { type NetworkFormat, type NetworkRecord, RecordDraft } from './networkFormat.ts';

const FIRST = /^\s*%\s*(sym|asym|bip)\b[ \t]*(\S*)/i;

/** KONECT's `out.*` files, and those of Network Repository: `% sym unweighted`, then two nodes, a weight and a time a line. */
export const KONECT: NetworkFormat = {
  name: 'KONECT',
  fits: ({ text }) => FIRST.test(text),
  read(file) {
    const [, form, weights] = FIRST.exec(file.text) ?? ['', '', ''];
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
    if (cells.length < 2 || cells.length > 4)
      file.fail(line, `KONECT has two nodes, a weight and a time a line, not ${cells.length} columns`);
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
    leftOut: rows.some(({ cells }) => cells.length > 3) ? ['column 4, the time'] : [],
  });
}

/** Two kinds of nodes, each numbered from 1. */
function readKonectBipartite(file: NetworkFile): NetworkRecord {
  const draft = new RecordDraft(file);
  const { rows, comments } = file.rows;
  const hasWeights =
    !/^\s*%\s*bip\s+unweighted/i.test(file.text) && rows.some(({ cells }) => cells.length > 2);
  for (const { cells, line } of rows) {
    if (cells.length < 2) file.fail(line, 'only one node');
    const weight = hasWeights ? (cells[2] ?? '1') : null;
    draft.edge({ source: `left ${cells[0]}`, target: `right ${cells[1]}`, weight, place: line });
  }
  return draft.end({
    declared: 'undirected',
    comments: comments.length,
    weightName: hasWeights ? 'column 3' : null,
    remarks: ['nodes of two kinds, left and right, which count from 1 each'],
  });
}
