import type { NetworkFile } from './networkFile.ts';
import { type NetworkFormat, type NetworkRecord, RecordDraft } from './networkFormat.ts';
import { isNumericText } from './networkNumbers.ts';

/** LGL: `# node`, then a line for each of its neighbours, with a weight or without. */
export const LGL: NetworkFormat = {
  name: 'LGL',
  fits: isLglFile,
  read: readLgl,
};

function readLgl(file: NetworkFile): NetworkRecord {
  const draft = new RecordDraft(file);
  let isWeighted = false;
  let source: string | null = null;
  for (const [at, text] of file.lines.entries()) {
    const cells = text.trim().split(/\s+/);
    const line = at + 1;
    if (cells[0] === '') continue;
    if (cells[0].startsWith('#')) {
      const node = cells[0] === '#' ? (cells[1] ?? '') : cells[0].slice(1);
      if (node === '') file.fail(line, '"#" stands without a node');
      draft.node(node);
      source = node;
      continue;
    }
    if (source === null) file.fail(line, 'LGL begins with "# node"');
    if (cells.length > 2)
      file.fail(line, `${cells.length} columns; LGL has a node and at most a weight a line`);
    isWeighted ||= cells.length === 2;
    draft.edge({ source, target: cells[0], weight: cells[1] ?? null, place: line });
  }
  return draft.end({ declared: 'undirected', weightName: isWeighted ? 'column 2' : null });
}

function isLglFile({ extension, lines }: NetworkFile): boolean {
  const kept = lines.map(text => text.trim()).filter(text => text !== '');
  if (kept.length < 2 || !kept[0].startsWith('#')) return false;
  if (extension === 'lgl') return true;
  const heads = kept.filter(text => text.startsWith('#')).map(text => /^#\s*(\S+)$/.exec(text)?.[1] ?? '');
  const others = kept.filter(text => !text.startsWith('#')).map(text => text.split(/\s+/));
  if (heads.includes('') || new Set(heads).size < heads.length || others.some(cells => cells.length > 2))
    return false;
  if (kept.some((text, at) => text.startsWith('#') && (kept[at + 1] ?? '#').startsWith('#'))) return false;
  if (others.every(cells => cells.length === 1)) return others.length > 0;
  // With weights each line could be an edge, and each "#" a comment.
  const names = new Set([...heads, ...others.map(([name]) => name)]);
  return (
    heads.length > 1 &&
    heads.some(head => others.some(([name]) => name === head)) &&
    others.every(cells => cells[1] === undefined || (isNumericText(cells[1]) && !names.has(cells[1])))
  );
}
