import type { NetworkFile } from './networkFile.ts';
import { type NetworkFormat, RecordDraft } from './networkFormat.ts';
import { isNumericText } from './networkNumbers.ts';

/** Cytoscape's SIF: a node, a relation, and one node or several; also lists with an arrow between two names. */
export const SIF: NetworkFormat = {
  name: 'SIF',
  fits: isSifFile,
  read(file) {
    const draft = new RecordDraft(file);
    const { rows, comments } = file.rows;
    const relations = new Set<string>();
    for (const { cells, line } of rows) {
      const [source, relation, ...targets] = cells.filter(cell => cell !== '');
      draft.node(source);
      if (relation !== undefined) relations.add(relation);
      const isBack = /^(<[-=]+|←)$/.test(relation ?? '');
      const isUndirected = relation !== undefined && MUTUAL.test(relation);
      for (const target of targets)
        draft.edge({
          ...(isBack ? { source: target, target: source } : { source, target }),
          ...{ isUndirected, place: line },
        });
    }
    const all = [...relations];
    const areArrows = all.every(relation => ARROW.test(relation));
    const mutual = all.filter(relation => MUTUAL.test(relation)).length;
    return draft.end({
      declared:
        mutual > 0 && mutual === all.length ? 'undirected' : areArrows && mutual === 0 ? 'directed' : null,
      comments: comments.length,
      leftOut: areArrows ? [] : ['the relation between two names'],
    });
  },
};

const ARROW = /^(<?[-=]+>?|[→←↔–—])$/;
const MUTUAL = /^(-+|=+|<[-=]+>|[↔–—])$/;

/** Fewer lines may have anything between two names. */
const MIN_SIF_LINES = 3;

function isSifFile({ extension, rows: { rows } }: NetworkFile): boolean {
  if (rows.length === 0 || rows.some(({ attributes }) => attributes !== null)) return false;
  if (extension === 'sif') return rows.some(({ cells }) => cells.length > 2);
  if (rows.some(({ cells }) => cells.length < 3)) return false;
  const relations = new Set(rows.map(({ cells }) => cells[1]));
  if ([...relations].every(relation => ARROW.test(relation))) return true;
  if (rows.some(({ cells }) => cells.length > 3 || isNumericText(cells[2]))) return false;
  const sources = new Set(rows.map(({ cells }) => cells[0]));
  const targets = new Set(rows.map(({ cells }) => cells[2]));
  const areApart = ![...relations].some(relation => sources.has(relation) || targets.has(relation));
  const areFew = relations.size <= Math.max(1, rows.length / MIN_SIF_LINES);
  return (
    rows.length >= MIN_SIF_LINES && areApart && areFew && [...targets].some(target => sources.has(target))
  );
}
