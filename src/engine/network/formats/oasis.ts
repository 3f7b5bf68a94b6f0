import type { NetworkFile } from './networkFile.ts';
import { type NetworkFormat, type NetworkRecord, RecordDraft } from './networkFormat.ts';

const LIST = /^following(_agent)?(_?id)?_?list$/i;

/** OASIS's profiles: an agent a line, with a list of those that it follows. */
export const OASIS: NetworkFormat = {
  name: 'OASIS profiles',
  fits: file =>
    /following_?(agent)?_?(id)?_?list/i.test(file.text.slice(0, 5000)) &&
    (file.rows.rows[0]?.cells.some(cell => LIST.test(cell)) ?? false),
  read: readOasisProfiles,
};

function readOasisProfiles(file: NetworkFile): NetworkRecord {
  const [head, ...rows] = file.rows.rows;
  const names = head.cells.map(cell => cell.toLowerCase());
  const list = names.findIndex(name => LIST.test(name));
  const id = names.findIndex(name => /^(user|agent)_?id$/.test(name));
  const label = ['name', 'realname', 'username', 'user_name']
    .map(name => names.indexOf(name))
    .find(at => at >= 0);
  const draft = new RecordDraft(file);
  for (const [row, { cells }] of rows.entries())
    draft.declareNode(getOasisAgentId(cells[id], row), label === undefined ? null : (cells[label] ?? null));
  for (const [row, { cells, line }] of rows.entries()) {
    const followed = /^\[(.*)\]$/s.exec(cells[list] ?? '[]');
    if (followed === null) file.fail(line, `${JSON.stringify(cells[list])} is not a list such as "[1, 2]"`);
    for (const target of followed[1].split(',').map(text => text.replace(/['"\s]/g, '')))
      if (target !== '') draft.edge({ source: getOasisAgentId(cells[id], row), target, place: line });
  }
  return draft.end({
    columns: [id < 0 ? 'the agent' : head.cells[id], head.cells[list]],
    stated: { direction: 'follows', isSure: true },
    declared: 'directed',
    leftOut: head.cells.filter((name, at) => at !== id && at !== list && at !== label && name !== ''),
  });
}

/** An agent without a number of its own is known by its line. */
const getOasisAgentId = (cell: string | undefined, row: number): string =>
  cell === undefined || cell === '' ? String(row) : cell;
